package import MockData

/// A slow delivery of a route's body, in pieces.
public struct MockDribble: Sendable, Equatable {
  /// The number of pieces, at least 2.
  public var pieces: Int
  /// The time between the first and the last piece in milliseconds.
  public var ms: Int

  /// Creates a slow delivery in pieces.
  ///
  /// - Parameters:
  ///   - pieces: The number of pieces, at least 2. A body of fewer bytes is sent in fewer pieces.
  ///   - ms: The time between the first and the last piece in milliseconds.
  public init(pieces: Int, ms: Int) { (self.pieces, self.ms) = (pieces, ms) }

  enum Key: String, ConfigurationKey {
    case pieces
    case ms
  }

  init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    let pieces = try object.demand(.pieces) {
      try $0.wholeNumber(atLeast: 2, "a whole number, 2 or more")
    }
    let ms = try object.demand(.ms) { try $0.milliseconds() }
    guard let pieces, let ms else { throw node.context.collected }
    self.init(pieces: pieces, ms: ms)
  }

  var encodedValue: AnyCodableValue {
    AnyCodableValue([Key.pieces: .int(pieces), .ms: .int(ms)])
  }
}

extension MockResponse {
  /// The pieces of a route's body as the values of a stream, with the time between two pieces in milliseconds.
  ///
  /// Nil if the body is sent as a whole.
  package var dribbled: (values: [AnyCodableValue], intervalMs: Int)? {
    guard let dribble, var answer = try? RoutedValue(value), let bytes = answer.bytes else {
      return nil
    }
    let isText = if case .body = answer.content { answer.charset == .utf8 } else { false }
    let pieces = Self.pieces(of: bytes, dribble.pieces, isText: isText)
    guard pieces.count > 1 else { return nil }
    if !answer.setsType {
      answer.headers["Content-Type"] = [isText ? "application/json" : "application/octet-stream"]
    }
    if answer.statedLength == nil { answer.headers["Content-Length"] = ["\(bytes.count)"] }
    let values = pieces.enumerated().map { index, piece in
      let content: RoutedValue.Content =
        isText ? .chunk(.string(String(decoding: piece, as: UTF8.self))) : .piece(piece.base64)
      guard index == 0 else { return RoutedValue(content).value }
      answer.content = content
      return answer.value
    }
    return (values, dribble.ms / (pieces.count - 1))
  }

  /// Divides a body into pieces of about the same size, without dividing a character.
  private static func pieces(of bytes: [UInt8], _ count: Int, isText: Bool) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var start = 0
    let count = min(count, bytes.count)
    for number in 0..<count {
      var end = bytes.count * (number + 1) / count
      while isText, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      if end > start { pieces.append(Array(bytes[start..<end])) }
      start = max(start, end)
    }
    return pieces
  }
}
