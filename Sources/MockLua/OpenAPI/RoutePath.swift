import MockConfiguration
internal import MockData

/// A path in the name of a route.
package struct RoutePath {
  /// The path, such as `/users/{id}`.
  package private(set) var text = ""
  /// A key that is equal for all paths that match the same requests.
  package private(set) var key = ""
  /// The names of the parameters in order, each with its original name.
  private var names: [(name: String, original: String)] = []
  /// The number of uses of each name.
  private var counts: [String: Int] = [:]
  /// Comments on differences between the requests that the route accepts and the described ones.
  package private(set) var losses: [String] = []

  /// Parses a path, which includes its initial slash.
  ///
  /// If `isTemplate` is true, braces enclose parameters. Otherwise, they are characters of the path.
  package init(_ path: String, isTemplate: Bool) {
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      text += "/"
      key += "/"
      add(part, isTemplate: isTemplate, isLast: index == parts.count - 1)
    }
  }

  private mutating func add(_ part: Substring, isTemplate: Bool, isLast: Bool) {
    var rest = part
    while isTemplate, let start = rest.firstIndex(of: "{"), let end = Self.end(of: rest[start...]) {
      add(literal: rest[..<start])
      let inner = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      // API descriptions have several notations for a parameter that extends to the end.
      let isMany = inner.hasSuffix("...") || inner.contains("+") || inner.hasPrefix("*")
      let isRest = isMany && isLast && inner.count + 2 == part.count
      if isMany, !isRest { losses.append("`{\(inner)}` is text without a slash here.") }
      if inner.contains("}{") {
        losses.append("`{\(inner)}` is one parameter here, because nothing separates several.")
      }
      let name = name(inner.hasSuffix("...") ? String(inner.dropLast(3)) : String(inner))
      text += isRest ? "{\(name)...}" : "{\(name)}"
      key += isRest ? "{...}" : "{}"
    }
    add(literal: rest, isWhole: rest.count == part.count)
  }

  /// Returns the closing brace of a series of adjacent parameters, if any.
  private static func end(of text: Substring) -> Substring.Index? {
    guard var end = text.firstIndex(of: "}") else { return nil }
    while case let next = text[text.index(after: end)...], next.hasPrefix("{"),
      let further = next.firstIndex(of: "}")
    {
      end = further
    }
    return end
  }

  private mutating func add(literal: Substring, isWhole: Bool = false) {
    // Only a whole part can look like a parameter.
    let literal =
      isWhole
      ? Self.escaped(RouteTemplate.literal(literal))
      : String(Self.escaped(RouteTemplate.literal("-\(literal)")).dropFirst())
    text += literal
    key += literal
  }

  /// Returns a valid and unique name for a parameter.
  private mutating func name(_ original: String) -> String {
    let letters = original.map {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_"
    }
    var plain = String(letters)
    while plain.hasPrefix("_"), plain.count > 1 { plain.removeFirst() }
    while plain.hasSuffix("_"), plain.count > 1 { plain.removeLast() }
    if plain.isEmpty { plain = "part" }
    var name = plain
    while let count = counts[name] {
      counts[name] = count + 1
      name = "\(name)_\(count + 1)"
    }
    counts[name] = 1
    names.append((name, original))
    return name
  }

  /// Escapes the characters of a part that would have a special meaning in a URL.
  private static func escaped(_ part: String) -> String {
    let bytes = Array(part.utf8)
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isHex = { (offset: Int) in
        index + offset < bytes.count && bytes[index + offset].hexDigitValue != nil
      }
      switch byte {
      case UInt8(ascii: "#"): result += Array("%23".utf8)
      case UInt8(ascii: "%") where !(isHex(1) && isHex(2)): result += Array("%25".utf8)
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Renames the keys of values from the original names to the names in this path.
  package func values<Value>(_ values: [String: Value]) -> [String: Value] {
    var result: [String: Value] = [:]
    for (name, original) in names { result[name] = values[original] }
    return result
  }

  /// The original names of the parameters, by their names in this path.
  package var originalNames: [String: String] {
    Dictionary(names.map { ($0.name, $0.original) }) { first, _ in first }
  }

  /// Renames the keys of values from the names in another path to the names in this path.
  ///
  /// Both paths must have the same ``key``.
  package func values<Value>(_ values: [String: Value], of other: RoutePath) -> [String: Value] {
    var result: [String: Value] = [:]
    for (own, theirs) in zip(names, other.names) { result[own.name] = values[theirs.name] }
    return result
  }
}
