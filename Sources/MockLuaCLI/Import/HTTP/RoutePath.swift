import MockData

/// A path as the name of a route has it.
struct RoutePath {
  /// The path, such as `/users/{id}`.
  private(set) var text = ""
  /// The same for all paths that no request tells apart.
  private(set) var key = ""
  /// The names of the parts in their order, and what each was called before.
  private var names: [(name: String, original: String)] = []
  /// How often a name was asked for.
  private var counts: [String: Int] = [:]

  /// Reads a path.
  ///
  /// - Parameters:
  ///   - path: The path, from its slash on.
  ///   - isTemplate: Whether braces stand for parts that vary; else they are characters of the path.
  init(_ path: String, isTemplate: Bool) {
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let inner = part.dropFirst().dropLast()
      if isTemplate, part.contains("{"), part.contains("}") {
        let isWhole =
          part.hasPrefix("{") && part.hasSuffix("}") && !inner.contains { "{}".contains($0) }
        let isRest = isWhole && inner.hasSuffix("...")
        let name = name(isWhole ? String(isRest ? inner.dropLast(3) : inner) : String(part))
        text += isRest ? "/{\(name)...}" : "/{\(name)}"
        key += isRest ? "/{...}" : "/{}"
      } else {
        let literal = Self.escaped(part)
        text += "/" + literal
        key += "/" + literal
      }
    }
  }

  /// A name that a part can have, and that no other has.
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

  /// The part without what a template or a URL would take as something else.
  private static func escaped(_ part: Substring) -> String {
    let bytes = Array(part.utf8)
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isHex = { (offset: Int) in
        index + offset < bytes.count && bytes[index + offset].hexDigitValue != nil
      }
      switch byte {
      case UInt8(ascii: "{"): result += Array("%7B".utf8)
      case UInt8(ascii: "}"): result += Array("%7D".utf8)
      case UInt8(ascii: "#"): result += Array("%23".utf8)
      case UInt8(ascii: "%") where !(isHex(1) && isHex(2)): result += Array("%25".utf8)
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Values by the names that the parts have here, of those by the names that they had.
  func values<Value>(_ values: [String: Value]) -> [String: Value] {
    var result: [String: Value] = [:]
    for (name, original) in names { result[name] = values[original] }
    return result
  }

  /// Values of another path with the same key, by the names that the parts have here.
  func values<Value>(_ values: [String: Value], of other: RoutePath) -> [String: Value] {
    var result: [String: Value] = [:]
    for (own, theirs) in zip(names, other.names) { result[own.name] = values[theirs.name] }
    return result
  }
}
