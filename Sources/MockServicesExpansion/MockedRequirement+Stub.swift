internal import SwiftSyntax

extension MockedRequirement {
  /// The name of the method that adds a stub, told apart by labels where its types do not.
  func stubMethodName(withLabels: Bool) -> String {
    guard withLabels else { return name }
    let labels = parameters.map { parameter in
      let label = parameter.syntax.firstName.plainText
      let text = label == "_" ? (parameter.syntax.secondName?.plainText ?? "") : label
      return text.prefix(1).uppercased() + text.dropFirst()
    }
    return name.filter { $0 != "`" } + labels.joined()
  }

  /// What tells the methods that add stubs apart.
  var stubSignature: String {
    let matchers = matched.map { "\($0.parameter.syntax.firstName.plainText): \($0.type)" }
    let label = kind == .setter || kind == .subscriptSetter ? "set" : "_"
    return "\(name)(\(matchers), \(label): \(closureType(isEscaping: false)))"
  }

  /// The struct that holds a stub.
  var stubStruct: String {
    let types = matched.map(\.type).joined(separator: ", ")
    let accepts = matched.isEmpty ? "" : "\n  let accepts: @Sendable (\(types)) -> Swift.Bool"
    return """
      struct \(stubName): MockServices.MockStub {\(accepts)
        let body: \(closureType(isEscaping: false))
      }
      """
  }

  /// The method that adds a stub.
  func stubMethod(access: String, withLabels: Bool) -> String {
    let isSetter = kind == .setter || kind == .subscriptSetter
    var accepted: [String] = []
    var list: [String] = []
    for (index, (parameter, type)) in matched.enumerated() {
      let isNew = isSetter && index == matched.count - 1
      let label = isNew ? "to" : parameter.syntax.firstName.text
      list.append("\(label) argument\(index + 1): MockServices.MockMatch<\(type)> = .any")
      accepted.append("argument\(index + 1).accepts($\(index))")
    }
    list.append("\(isSetter ? "set" : "_") body: \(closureType(isEscaping: true))")
    let accepts =
      accepted.isEmpty ? "" : "accepts: { \(accepted.joined(separator: " && ")) }, "
    return """
      /// Answers `\(key)` with a closure, until it is removed or the scenario is reset.
      @discardableResult \(access)func \(stubMethodName(withLabels: withLabels))(\(list.joined(separator: ", "))) -> MockServices.MockStubHandle {
        add(\(stubName)(\(accepts)body: body), for: "\(key.escaped)")
      }
      """
  }
}
