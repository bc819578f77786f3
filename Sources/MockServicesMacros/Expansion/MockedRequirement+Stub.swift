internal import SwiftSyntax

extension MockedRequirement {
  /// If the types don't distinguish the method from other methods, its name includes labels.
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
    let label = kind == .setter || kind == .subscriptSetter ? "set" : "_"
    return "\(name)(\(matchers), \(label): \(closureType(isEscaping: false)))"
  }

  /// The signature that distinguishes the methods that add stubs without closures.
  var openStubSignature: String {
    "\(isStatic) \(stubMethodName(withLabels: true))(\(matchers)) -> \(stubResult), \(stubFailure)"
  }

  private var matchers: [String] {
    matched.map { "\($0.parameter.syntax.firstName.plainText): \($0.type)" }
  }

  /// The struct of a stub, with its matches and its closure.
  ///
  /// The struct stores the matches, because a closure that evaluates them would capture types that may not be
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
      \(availability)struct \(stubName) {
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
        \(availability)\(attributes)\(access)func \(name)(\(list.joined(separator: ", "))) -> \(result) {
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

extension MockedRequirement {
  /// Returns the signature that distinguishes the methods that verify calls; nil if the requirement isn't called.
  func verificationSignature(withLabels: Bool) -> String? {
    // Reading a property that only has state isn't a call.
    if kind == .stateGetter { return nil }
    let list = matchedArguments(requiresNewValue: true).arguments.map { "\($0.label): \($0.type)" }
    return "\(stubMethodName(withLabels: withLabels))(\(list.joined(separator: ", ")))"
  }

  func verifications(access: String, withLabels: Bool) -> [String] {
    let name = stubMethodName(withLabels: withLabels)
    let shown = matched.enumerated().map { index, matched in
      "\"\(matched.parameter.label)\": argument\(index + 1)._shown"
    }
    let read = matched.enumerated().map { index, matched in
      (matched.parameter, "$0.argument(\"\(matched.parameter.label)\", argument\(index + 1))")
    }
    let arguments =
      switch matched.count {
      case 0: "Swift.Void"
      case 1: matched[0].type
      default: "(\(matched.map { "\(element($0.parameter)): \($0.type)" }.joined(separator: ", ")))"
      }
    let body =
      switch matched.count {
      case 0: "_ in"
      case 1: "try \(read[0].1)"
      default: "try (\(read.map { "\(element($0.0)): \($0.1)" }.joined(separator: ", ")))"
      }
    let result = "MockServices.MockVerification<\(arguments)>"
    let place = "file: Swift.StaticString = #filePath, line: Swift.UInt = #line"
    return matchedArguments(requiresNewValue: true).methods { attributes, parameters, matches in
      let list = (parameters + (matches.isEmpty ? [] : [place])).joined(separator: ", ")
      return """
        /// Finds calls to `\(key)`.
        \(availability)\(attributes)\(access)func \(name)(\(list)) -> \(result) {
          \(matches)_calls(\(keyExpression("Mock")), [\(shown.isEmpty ? ":" : shown.joined(separator: ", "))]) { \(body) }
        }
        """
    }
  }

  /// Returns the name of an argument in the tuple of all arguments.
  private func element(_ parameter: MockedParameter) -> String {
    ["inout", "let", "var"].contains(parameter.label) ? "`\(parameter.label)`" : parameter.label
  }
}

extension MockedProtocol {
  /// The name of the class that verifies calls, which is nested in the class for stubs.
  var verifying: String { "\(declaration.name.plainText)Verifying" }

  /// Returns the class that verifies calls, which inherits the verifications of inherited protocols.
  func verifyingClass(_ requirements: MockedRequirements) -> String {
    func type(_ base: String) -> String { "\(base)Stubbing<Mock>.\(base.lastName)Verifying" }
    let helping = helping(access)
    let members =
      properties(ofBases: "calls", type: type) + helping.members
      + requirements.verifications(access: "\(access)final ")
    let kind = access == "public " ? "open " : access
    let superclass =
      node.arguments("inheriting").first.map { type($0.typeName) } ?? "MockServices._MockVerifying"
    return """
      /// The methods of `verify`.
      \(kind)\(helping.word)class \(verifying): \(superclass) {
      \(members.joined(separator: "\n\n"))
      }
      """
  }
}
