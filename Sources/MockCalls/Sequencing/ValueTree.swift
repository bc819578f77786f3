/// Compares two values as trees of plain values.
///
/// Values that contain references are never equal, because a copy could share them.
package enum ValueTree {
  /// The maximum number of parts to compare.
  ///
  /// For larger values, decoding is a small part of a call's time.
  private static let limit = 2000

  /// Returns whether two values are equal in all parts and contain no references.
  package static func areEqual(_ first: Any, _ second: Any) -> Bool {
    var count = 0
    return areEqual(first, second, &count)
  }

  private static func areEqual(_ first: Any, _ second: Any, _ count: inout Int) -> Bool {
    count += 1
    guard count <= limit, type(of: first) == type(of: second) else { return false }
    if let equal = areEqualScalars(first, second) { return equal }
    let (mirror, other) = (Mirror(reflecting: first), Mirror(reflecting: second))
    guard let style = mirror.displayStyle, isPlain(style),
      mirror.children.count == other.children.count
    else { return false }
    if mirror.children.isEmpty, style == .enum { return "\(first)" == "\(second)" }
    if mirror.children.isEmpty, style == .struct {
      // The type hides its contents, as `UUID` does, so use the type's own comparison.
      return (first as? any Equatable).map { equals($0, second) } ?? false
    }
    for (child, counterpart) in zip(mirror.children, other.children) {
      guard child.label == counterpart.label, areEqual(child.value, counterpart.value, &count)
      else { return false }
    }
    return true
  }

  private static func equals<Value: Equatable>(_ first: Value, _ second: Any) -> Bool {
    (second as? Value) == first
  }

  private static func isPlain(_ style: Mirror.DisplayStyle) -> Bool {
    switch style {
    case .struct, .enum, .tuple, .optional, .collection, .dictionary, .set: true
    default: false
    }
  }

  /// Compares values of the scalar types that others consist of, or returns `nil` for any other type.
  private static func areEqualScalars(_ first: Any, _ second: Any) -> Bool? {
    switch (first, second) {
    case (let first as String, let second as String): first == second
    case (let first as Bool, let second as Bool): first == second
    case (let first as any BinaryInteger, let second as any BinaryInteger):
      "\(first)" == "\(second)"
    case (let first as Double, let second as Double): first == second
    case (let first as Float, let second as Float): first == second
    default: nil
    }
  }
}
