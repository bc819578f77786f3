internal import SwiftSyntax

/// The arguments of a requirement as a method of `on` or `verify` takes them: as values, or as matches.
///
/// Values need overloads, because only a parameter of the value's own type lets a caller write `.home` for a case. Up to
/// three arguments, there is an overload for each mix of values and matches. With more of them, a call has either
/// matches only, or values only, of which those of types that aren't optional can be left out.
struct MatchedArguments {
  /// The form of an argument.
  private enum Form {
    case match, value
    /// A value, or nil for any.
    case valueOrAny
  }

  struct Argument {
    var label: String
    var type: String
    /// Whether a match must be written, too.
    var isRequired = false
  }

  let arguments: [Argument]

  private static let mostMixed = 3

  /// The methods with matches, then those with values.
  ///
  /// - Parameter method: Writes a method, given its attributes, its parameters, and the statements that make matches of
  ///   the values, so that its body finds matches in any case.
  /// - Returns: The methods.
  func methods(
    _ method: (_ attributes: String, _ parameters: [String], _ matches: String) -> String
  ) -> [String] {
    forms.map { forms in
      let all = zip(arguments, forms).enumerated().map { ($0 + 1, $1.0, $1.1) }
      let matches = all.compactMap { match($0, $1, $2) }.map { "let \($0)\n  " }.joined()
      return method(
        matches.isEmpty ? "" : "@_disfavoredOverload ", all.map { parameter($0, $1, $2) },
        matches.isEmpty ? "" : "\(matches)return ")
    }
  }

  private var forms: [[Form]] {
    guard arguments.count > Self.mostMixed else {
      return arguments.reduce([[]]) { forms, _ in
        [Form.match, .value].flatMap { form in forms.map { $0 + [form] } }
      }
    }
    let canBeLeftOut = arguments.map { !$0.type.hasSuffix("?") && !$0.isRequired }
    let values = arguments.map { _ in Form.value }
    return [
      arguments.map { _ in .match },
      canBeLeftOut.map { $0 ? .valueOrAny : .match },
    ] + (canBeLeftOut.contains(false) ? [values] : [])
  }

  private func parameter(_ number: Int, _ argument: Argument, _ form: Form) -> String {
    let head = "\(argument.label) argument\(number):"
    switch form {
    case .match:
      return "\(head) MockServices.MockMatch<\(argument.type)>"
        + (argument.isRequired ? "" : " = .any")
    case .value: return "\(head) \(argument.type)"
    case .valueOrAny: return "\(head) (\(argument.type))? = nil"
    }
  }

  private func match(_ number: Int, _ argument: Argument, _ form: Form) -> String? {
    guard form != .match else { return nil }
    let word = form == .valueOrAny ? "orAny: " : ""
    return "argument\(number) = MockServices.MockMatch<\(argument.type)>"
      + "._equal(\(word)argument\(number), _mocking, file, line)"
  }
}

extension MockedRequirement {
  /// The matched arguments.
  ///
  /// - Parameter requiresNewValue: Whether the new value of a setter must be written.
  /// - Returns: The arguments.
  func matchedArguments(requiresNewValue: Bool) -> MatchedArguments {
    MatchedArguments(
      arguments: matched.enumerated().map { index, matched in
        let isNewValue =
          (kind == .setter || kind == .subscriptSetter) && index == self.matched.count - 1
        return MatchedArguments.Argument(
          label: isNewValue ? "to" : matched.parameter.syntax.firstName.text, type: matched.type,
          isRequired: isNewValue && requiresNewValue)
      })
  }
}
