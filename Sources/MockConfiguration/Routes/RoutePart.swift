/// A part of a path that contains parameters, with the text around them: `{id}`, `v{version}`, `{name}.{format}`.
package struct RoutePart: Sendable, Hashable {
  /// The names of the parameters, in order.
  package let names: [String]
  /// The decoded text before, between, and after the parameters.
  ///
  /// There is one text more than there are names.
  package let texts: [String]

  /// Returns the text of the part with values in place of the parameters.
  package func text(_ values: [String]) -> String {
    zip(values, texts.dropFirst()).reduce(texts[0]) { $0 + $1.0 + $1.1 }
  }

  /// Returns the values of the parameters in a part of a request, or nil if the part doesn't match.
  ///
  /// A parameter has at least one character. It ends at the first occurrence of the text that follows it. The last
  /// parameter ends where the text at the end begins.
  package func values(in part: String) -> [String]? {
    guard part.hasPrefix(texts[0]) else { return nil }
    var rest = part.dropFirst(texts[0].count)
    var values: [String] = []
    for text in texts.dropFirst().dropLast() {
      guard let range = rest.dropFirst().firstRange(of: text) else { return nil }
      values.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    let last = texts[texts.count - 1]
    guard rest.hasSuffix(last), rest.count > last.count else { return nil }
    return values + [String(rest.dropLast(last.count))]
  }

  /// A key that is the same for all parts that match the same requests.
  var key: RoutePart { RoutePart(names: names.map { _ in "" }, texts: texts) }

  /// Returns whether this part is tried before another.
  ///
  /// Parts with more text come first.
  func precedes(_ other: RoutePart) -> Bool {
    let (own, their) = (texts.joined().count, other.texts.joined().count)
    return own == their ? other.texts.lexicographicallyPrecedes(texts) : own > their
  }
}
