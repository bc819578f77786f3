internal import MockCalls
package import MockData

extension SessionFrame {
  /// The frame as it goes over a connection: four bytes of length, then JSON with the fields that are there.
  ///
  /// - Throws: ``MockJSONWriteError`` for a NaN or an infinity, which JSON cannot hold.
  package func encoded() throws(MockJSONWriteError) -> [UInt8] {
    var fields = FieldWriter(members: [("kind", .string(kind.rawValue))])
    var payload = payload
    payload.visit(&fields)
    let json = try JSONWriter(style: .compact).utf8(from: .ordered(fields.members))
    return (0..<4).map { UInt8(truncatingIfNeeded: json.count >> (24 - 8 * $0)) } + json
  }

  /// A frame that holds no numbers that JSON has not.
  package func plainlyEncoded() -> [UInt8] {
    do {
      return try encoded()
    } catch {
      fatalError(
        "a frame of the kind `\(kind.rawValue)` contains a number that JSON cannot represent: \(error)")
    }
  }

  /// The frame as it goes over a connection.
  ///
  /// - Parameters:
  ///   - what: What the frame carries, for messages.
  ///   - place: Where a script says it; nil for what no script says.
  /// - Returns: The length and the JSON.
  /// - Throws: ``MockServiceError`` with the code `unsendable` for a number that JSON has not, and for a frame that
  ///   is too large.
  func encoded(
    for what: String, at place: SourcePlace? = nil
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
        "\(what.escaped): this takes \(bytes.count) bytes, and a session carries \(limit) MiB at once;"
          + " use less data",
        at: place)
    }
    return bytes
  }
}

/// Collects the fields that are there.
private struct FieldWriter: FrameFields {
  var members: [(key: String, value: AnyCodableValue)]

  mutating func required<Value: FrameValue>(_ name: String, _ value: inout Value) {
    members.append((name, value.json))
  }

  mutating func optional<Value: FrameValue>(_ name: String, _ value: inout Value?) {
    if let value { members.append((name, value.json)) }
  }
}
