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

  /// The struct that holds a stub: what it answers for, and the closure.
  ///
  /// It keeps matches and no closure that asks them, which would capture types that need not be `Sendable`.
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

  /// The methods that add a stub.
  func stubMethods(access: String, name: String) -> [String] {
    let isSetter = kind == .setter || kind == .subscriptSetter
    let label = isSetter ? "set" : "_"
    let rest = [
      "\(label) body: \(closureType(isEscaping: true))",
      "file: Swift.StaticString = #filePath, line: Swift.UInt = #line",
    ]
    let accepted = matched.indices.map { "argument\($0 + 1): argument\($0 + 1)" } + ["body: body"]
    return matchedArguments(requiresNewValue: false).methods { parameters in
      """
      /// Answers `\(key)` with a closure, until it is removed or the scenario is reset.
      @discardableResult \(access)func \(name)(\((parameters + rest).joined(separator: ", "))) -> MockServices.MockStubHandle {
        _add(\(stubName)(\(accepted.joined(separator: ", "))), file: file, line: line)
      }
      """
    } values: { parameters, forwarded in
      let given = forwarded + [isSetter ? "set: body" : "body", "file: file, line: line"]
      return """
        /// Answers `\(key)` with a closure, until it is removed or the scenario is reset.
        @_disfavoredOverload @discardableResult \(access)func \(name)(\((parameters + rest).joined(separator: ", "))) -> MockServices.MockStubHandle {
          \(name)(\(given.joined(separator: ", ")))
        }
        """
    }
  }
}
