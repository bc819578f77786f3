internal import MockCalls
package import MockData

extension SessionFrame {
  /// Encodes the frame for a connection: its length in four bytes, followed by JSON with the fields that are set.
  ///
  /// - Throws: ``MockJSONWriteError`` for a NaN or an infinity, which JSON can't represent.
  package func encoded() throws(MockJSONWriteError) -> [UInt8] {
    var fields = FieldWriter(members: [("kind", .string(kind.rawValue))])
    var payload = payload
    payload.visit(&fields)
    let json = try JSONWriter(style: .compact).utf8(from: .ordered(fields.members))
    return (0..<4).map { UInt8(truncatingIfNeeded: json.count >> (24 - 8 * $0)) } + json
  }

  /// Encodes a frame whose numbers can all be represented in JSON.
  package func plainlyEncoded() -> [UInt8] {
    do {
      return try encoded()
    } catch {
      fatalError(
        "a frame of the kind `\(kind.rawValue)` contains a number that JSON cannot represent: \(error)"
      )
    }
  }

  /// Encodes the frame for a connection.
  ///
  /// - Parameters:
  ///   - what: A description of the content, for messages.
  ///   - place: The location in a script; nil if the content doesn't come from a script.
  /// - Returns: The length and the JSON.
  /// - Throws: ``MockServiceError`` with the code `unsendable` if JSON can't represent a number, or if the frame is too
  ///   large.
  func encoded(
    for what: String, at place: ScriptLocation? = nil
  ) throws(MockServiceError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(MockJSONWriteError) {
      bytes = try encoded()
    } catch {
      throw MockServiceError(problem: .unsendable, "\(what.escaped): \(error)", at: place)
    }
    guard !FrameBuffer.isTooLarge(bytes) else {
      let limit = FrameBuffer.largestFrame >> 20
      throw MockServiceError(
        problem: .unsendable,
        "\(what.escaped): this takes \(bytes.count) bytes, but a session carries at most \(limit) MiB at once;"
          + " use less data",
        at: place)
    }
    return bytes
  }
}

/// Collects the fields that are set.
private struct FieldWriter: FrameFields {
  var members: [(key: String, value: AnyCodableValue)]

  mutating func required<Value: FrameValue>(_ name: String, _ value: inout Value) {
    members.append((name, value.json))
  }

  mutating func optional<Value: FrameValue>(_ name: String, _ value: inout Value?) {
    if let value { members.append((name, value.json)) }
  }
}
