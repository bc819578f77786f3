internal import SwiftSyntax

extension MockedRequirement {
  /// Returns the name of the method that adds a stub.
  ///
  /// If types don't distinguish it from others, it includes labels.
  func stubMethodName(withLabels: Bool) -> String {
    guard withLabels else { return name }
    let labels = parameters.map { parameter in
      let label = parameter.syntax.firstName.plainText
      let text = label == "_" ? (parameter.syntax.secondName?.plainText ?? "") : label
      return text.prefix(1).uppercased() + text.dropFirst()
    }
    return name.filter { $0 != "`" } + labels.joined()
  }

  /// The signature that distinguishes the methods that add stubs.
  var stubSignature: String {
    let matchers = matched.map { "\($0.parameter.syntax.firstName.plainText): \($0.type)" }
    let label = kind == .setter || kind == .subscriptSetter ? "set" : "_"
    return "\(name)(\(matchers), \(label): \(closureType(isEscaping: false)))"
  }

  /// The struct of a stub, with its matches and its closure.
  ///
  /// It stores the matches instead of a closure that evaluates them. Such a closure would capture types that may not be
  /// `Sendable`.
  var stubStruct: String {
    var lines: [String] = []
    if !matched.isEmpty {
      lines = matched.enumerated().map { index, matched in
        "let argument\(index + 1): MockServices.MockMatch<\(matched.type)>"
      }
      let list = matched.enumerated().map { "_ value\($0 + 1): \($1.type)" }
      let tests = matched.indices.map { "argument\($0 + 1)._accepts(value\($0 + 1))" }
      lines.append(
        "func accepts(\(list.joined(separator: ", "))) -> Swift.Bool { \(tests.joined(separator: " && ")) }"
      )
    }
    lines.append("let body: \(closureType(isEscaping: false))")
    return """
      struct \(stubName) {
        \(lines.joined(separator: "\n  "))
      }
      """
  }

  /// Returns the methods that add a stub: one with a closure, and one without, for a stub whose responses are set
  /// later.
  func stubMethods(access: String, name: String) -> [String] {
    let isSetter = kind == .setter || kind == .subscriptSetter
    let result = "MockServices.MockStub<\(stubResult), \(stubFailure)>"
    let closure = "\(isSetter ? "set" : "_") body: \(closureType(isEscaping: true))"
    func method(_ parameters: [String], _ attributes: String, _ body: String) -> String {
      let list = parameters + ["file: Swift.StaticString = #filePath, line: Swift.UInt = #line"]
      return """
        /// Stubs `\(key)` until the stub is removed or the scenario is reset.
        \(attributes)\(access)func \(name)(\(list.joined(separator: ", "))) -> \(result) {
          \(body)
        }
        """
    }
    let withClosure = matchedArguments(requiresNewValue: false).methods {
      attributes, parameters, matches in
      method(
        parameters + [closure], "\(attributes)@discardableResult ",
        matches + adding(", first: \(stub(with: "body"))"))
    }
    // A call with a completion handler ends when the stub's closure calls the handler.
    guard completion == nil else { return withClosure }
    return withClosure
      + matchedArguments(requiresNewValue: true).methods { attributes, parameters, matches in
        method(parameters, attributes, matches + adding(""))
      }
  }

  /// Returns the expression that adds a stub.
  private func adding(_ first: String) -> String {
    let ignored = stubParameters.map { _ in "_" }.joined(separator: ", ")
    let response = "{\(ignored.isEmpty ? "" : " \(ignored) in") try response() }"
    return "_add({ response in \(stub(with: response)) }\(first), file: file, line: line)"
  }

  private func stub(with body: String) -> String {
    let kept = matched.indices.map { "argument\($0 + 1): argument\($0 + 1)" } + ["body: \(body)"]
    return "\(stubName)(\(kept.joined(separator: ", ")))"
  }
}
