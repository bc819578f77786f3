internal import MockConfiguration
internal import MockData

/// An argument that was recorded only as a description, because its type isn't `Encodable`.
struct DescribedArgument: CustomStringConvertible {
  var label: String
  var type: any Any.Type

  var description: String {
    "`\(label.escaped)` is of type \(type), which is not `Encodable`, so patterns see only its description;"
      + " make it `Encodable`"
  }
}

/// A response that was skipped because its pattern looks into a described argument, so that another response was used.
struct PassedOver {
  /// The index of the response.
  var index: Int
  var argument: DescribedArgument

  /// Returns the failure to report, because a test could otherwise mistake the other response for the right one.
  func failure(of method: MethodIdentity) -> MockFailure {
    MockFailure(
      .dropped, "`\(method)`, response \(index + 1) can't accept any call: \(argument)",
      at: method.place(of: index))
  }
}

extension MockArguments {
  /// Whether any argument is only a description.
  var hasDescribed: Bool {
    guard case .list(let list) = form else { return false }
    return list.contains { argument in
      argument.kept?.value.flatMap { Self.describedType(of: $0) } != nil
    }
  }

  /// Returns the argument that a pattern looks into, if the recorded string is only the description of a value.
  func described(at mismatch: MatchMismatch) -> DescribedArgument? {
    let path = mismatch.path.split(separator: ".", omittingEmptySubsequences: false)
    guard let label = path.first.map(String.init), path.count > 1 || mismatch.expectsFields,
      let value = argument(label)?.kept?.value, let type = Self.describedType(of: value)
    else { return nil }
    return DescribedArgument(label: label, type: type)
  }

  /// Returns the type of a value, or of the elements of a list, if it has fields and isn't `Encodable`.
  private static func describedType(of value: Any) -> (any Any.Type)? {
    if value is any Encodable { return nil }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .class, .enum: return type(of: value)
    case .optional, .collection, .set:
      return mirror.children.first.flatMap { describedType(of: $0.value) }
    default: return nil
    }
  }
}

extension MatchMismatch {
  /// Whether the pattern names fields of the value or of its elements.
  fileprivate var expectsFields: Bool {
    guard case .dictionary(let members) = expected else { return false }
    return members.contains { !$0.key.hasPrefix("$") || $0.key == "$elemMatch" }
  }
}
