internal import SwiftParser
internal import SwiftSyntax

/// The arguments of a requirement in its methods for `on` and `verify`, as values or as matches.
///
/// Values require overloads, because a caller can write `.home` for an enum case only if the parameter has the value's
/// own type. For up to three arguments, there is an overload for each combination of values and matches. If there are
/// more arguments, a call has either only matches or only values. Values whose types aren't optional can then be
/// omitted.
struct MatchedArguments {
  private enum Form {
    case match, value
    /// A value, or nil if any value matches.
    case valueOrAny
  }

  struct Argument {
    var label: String
    var type: String
    /// Whether a match is required as well.
    var isRequired = false
  }

  let arguments: [Argument]

  private static let mixedLimit = 3

  /// The methods that take matches come first.
  ///
  /// `method` gets the attributes, the parameters, and statements that convert values to matches.
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
    guard arguments.count > Self.mixedLimit else {
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
  /// With `requiresNewValue`, the new value of a setter must be given.
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

extension TypeSyntax {
  /// The specifiers of the type, such as `inout` or `sending`.
  var specifiers: Set<String> {
    guard let type = self.as(AttributedTypeSyntax.self) else { return [] }
    return Set(
      type.specifiers.compactMap { $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.text })
  }

  /// The type without specifiers, attributes, and parentheses.
  var withoutAttributes: TypeSyntax {
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.withoutAttributes }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.firstName == nil, element.ellipsis == nil
    {
      return element.type.withoutAttributes
    }
    return self
  }
}

extension TokenSyntax {
  /// The name without backticks.
  var plainText: String { identifier?.name ?? text }

  /// The name as an expression, with backticks around a keyword.
  var expression: String {
    text.hasPrefix("`") || text.isValidSwiftIdentifier(for: .variableName) ? text : "`\(text)`"
  }
}
