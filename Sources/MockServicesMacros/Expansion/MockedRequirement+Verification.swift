internal import SwiftSyntax

extension MockedRequirement {
  /// Returns the signature that distinguishes the methods that verify calls.
  func verificationSignature(withLabels: Bool) -> String {
    // Reading a property that only has state isn't a call.
    if kind == .stateGetter { return "" }
    let list = matchedArguments(requiresNewValue: true).arguments.map { "\($0.label): \($0.type)" }
    return "\(stubMethodName(withLabels: withLabels))(\(list.joined(separator: ", ")))"
  }

  /// Returns the methods that verify calls.
  ///
  /// A property that only reads state has none.
  func verifications(access: String, withLabels: Bool) -> [String] {
    if kind == .stateGetter { return [] }
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
        /// Finds calls of `\(key)`.
        \(attributes)\(access)func \(name)(\(list)) -> \(result) {
          \(matches)_calls("\(key.escaped)", [\(shown.isEmpty ? ":" : shown.joined(separator: ", "))]) { \(body) }
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

  /// The class that verifies calls, which inherits the verifications of inherited protocols.
  var verifyingClass: String {
    func type(_ base: String) -> String {
      let name = base.split(separator: ".").last.map(String.init) ?? base
      return "\(base)Stubbing<Mock>.\(name)Verifying"
    }
    let bases = node.arguments("inheriting").map(\.typeName)
    var members = bases.dropFirst().map { base in
      let name = base.split(separator: ".").last.map(String.init) ?? base
      let property = name.prefix(1).lowercased() + name.dropFirst()
      return """
        /// The calls of `\(base)`.
        \(access)final var \(property): \(type(base)) { \(type(base))(_mocking: _mocking) }
        """
    }
    let helping = helping(access)
    members += helping.members
    members += MockedRequirements(self, mock: "Mock").verifications(access: "\(access)final ")
    let kind = access == "public " ? "open " : access
    let superclass = bases.first.map(type) ?? "MockServices._MockVerifying"
    return """
      /// The methods of `verify`.
      \(kind)\(helping.word)class \(verifying): \(superclass) {
      \(members.joined(separator: "\n\n"))
      }
      """
  }
}
