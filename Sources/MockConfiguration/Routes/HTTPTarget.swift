package import MockData

package struct HTTPTarget: Sendable {
  /// The decoded parts of the path between slashes, in order.
  ///
  /// A part with an invalid percent-encoding, such as bytes that aren't UTF-8, is left unchanged.
  package var path: [String]
  /// The decoded names and values of the query, in order.
  ///
  /// Text with an invalid percent-encoding is left unchanged.
  package var query: [(name: String, value: String)] = []

  /// Reads a target as in a request line, such as `/users/7?page=2`.
  package init(_ text: String) {
    let text = text.utf8.prefix { $0 != UInt8(ascii: "#") }
    let parts = text.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    path = Self.segments(of: parts.first ?? text)
    guard parts.count > 1 else { return }
    query = Self.pairs(parts[1])
  }

  /// Returns the names and values in a query, or in a body that is a form.
  package static func pairs(
    _ text: some Collection<UInt8>
  ) -> [(name: String, value: String)] {
    text.split(separator: UInt8(ascii: "&")).map { pair in
      let sides = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let texts = sides.map { decoded($0, isQuery: true) }
      return (texts[0], texts.count > 1 ? texts[1] : "")
    }
  }

  /// The values of a repeated name are in a list.
  package static func members(
    _ pairs: [(name: String, value: AnyCodableValue)]
  ) -> [String: AnyCodableValue] {
    Dictionary(grouping: pairs, by: \.name).mapValues { pairs in
      pairs.count == 1 ? pairs[0].value : .array(pairs.map(\.value))
    }
  }

  package static func members(
    _ pairs: [(name: String, value: String)]
  ) -> [String: AnyCodableValue] {
    members(pairs.map { ($0.name, .string($0.value)) })
  }

  private static func segments(of path: Substring.UTF8View) -> [String] {
    var segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if segments.first?.isEmpty == true { segments.removeFirst() }
    return segments.map { decoded($0, isQuery: false) }
  }

  private static func decoded(_ text: some Collection<UInt8>, isQuery: Bool) -> String {
    String(urlEscaped: text, isQuery: isQuery) ?? String(decoding: text, as: UTF8.self)
  }
}
