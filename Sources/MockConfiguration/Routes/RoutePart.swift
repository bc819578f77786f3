/// A part of a path with parameters in it, and the texts around them: `{id}`, `v{version}`, `{name}.{format}`.
package struct RoutePart: Sendable, Hashable {
  /// The names of the parameters in their order.
  package let names: [String]
  /// The texts before, between and behind them, decoded: one more than there are names.
  package let texts: [String]

  /// The text of the part with values in place of the parameters.
  package func text(_ values: [String]) -> String {
    zip(values, texts.dropFirst()).reduce(texts[0]) { $0 + $1.0 + $1.1 }
  }

  /// The values of the parameters in a part of a request; nil where it is another part.
  ///
  /// A parameter has one character at least, and goes up to the first place of the text behind it; the last one up to that
  /// at the end.
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

  /// The same for all parts that no request tells apart.
  var key: RoutePart { RoutePart(names: names.map { _ in "" }, texts: texts) }

  /// Whether it is asked before another: the one with more text.
  func precedes(_ other: RoutePart) -> Bool {
    let (own, their) = (texts.joined().count, other.texts.joined().count)
    return own == their ? other.texts.lexicographicallyPrecedes(texts) : own > their
  }
}
