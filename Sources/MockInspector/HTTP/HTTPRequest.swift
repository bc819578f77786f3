internal import MockData

/// A request as it came, taken apart.
struct HTTPRequest: Sendable {
  var method: String
  /// The parts of the path between slashes, decoded; nil where an escape is wrong.
  var path: [String]?
  var query: [String: String]
  /// The body; nil where it is longer than is taken.
  var body: [UInt8]?
  var host: String?
  var origin: String?
  var authorization: String?
  var contentType: String?
  var accept: String?

  /// Whether the caller wants values as they come.
  var wantsEvents: Bool { accept?.lowercased().contains("text/event-stream") ?? false }
}

/// Takes the target of a request apart.
struct HTTPTarget {
  var path: [String]?
  var query: [String: String]

  init(_ text: String) {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    var segments = parts[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if segments.first?.isEmpty == true { segments.removeFirst() }
    var path: [String]? = []
    for segment in segments {
      if let text = Self.unescaped(segment, isQuery: false) {
        path?.append(text)
      } else {
        path = nil
      }
    }
    self.path = path
    query = [:]
    guard parts.count > 1 else { return }
    for pair in parts[1].split(separator: UInt8(ascii: "&")) {
      let sides = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      if let name = Self.unescaped(sides[0], isQuery: true) {
        query[name] = sides.count > 1 ? Self.unescaped(sides[1], isQuery: true) : ""
      }
    }
  }

  /// The text without escapes; nil for a wrong one, and for what is no UTF-8.
  private static func unescaped(_ text: Substring.UTF8View, isQuery: Bool) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else {
          return nil
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where isQuery: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validUTF8: bytes)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
