package import MockData

extension SessionFrame {
  /// The frame as it goes over a connection: four bytes of length, then JSON with the fields that are there.
  ///
  /// - Throws: ``MockJSONWriteError`` for a NaN or an infinity, which JSON cannot hold.
  package func encoded() throws(MockJSONWriteError) -> [UInt8] {
    var writer = JSONObjectWriter(behind: 4)
    writer.write("kind", kind.rawValue)
    if fields.contains(.id) { writer.write("id", id) }
    if fields.contains(.service) { writer.write("service", service) }
    if fields.contains(.method) { writer.write("method", method) }
    if fields.contains(.wish) { writer.write("wish", wish) }
    if fields.contains(.waits) { writer.write("waits", waits) }
    if fields.contains(.cancellable) { writer.write("cancellable", cancellable) }
    if fields.contains(.arguments) { try writer.write("arguments", arguments) }
    if fields.contains(.count) { writer.write("count", count) }
    if fields.contains(.response) { writer.write("response", response) }
    if fields.contains(.place) { writer.write("place", place) }
    if fields.contains(.value) { try writer.write("value", value) }
    if fields.contains(.values) { try writer.write("values", values) }
    if fields.contains(.error) { try writer.write("error", error) }
    if fields.contains(.cancelled) { writer.write("cancelled", cancelled) }
    if fields.contains(.number) { writer.write("number", number) }
    if fields.contains(.echo) { writer.write("echo", echo) }
    if fields.contains(.watched) { writer.write("watched", watched) }
    if !fields.isDisjoint(with: Self.greeting) { try writeGreeting(to: &writer) }
    var bytes = writer.finish()
    let length = bytes.count - 4
    for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
    return bytes
  }

  /// The fields that come once or seldom in a connection.
  private static let greeting: Fields = [
    .message, .category, .code, .token, .versions, .version, .client, .app, .process, .received,
    .services, .state,
    .resumed,
  ]

  private func writeGreeting(to writer: inout JSONObjectWriter) throws(MockJSONWriteError) {
    if fields.contains(.message) { writer.write("message", message) }
    if fields.contains(.category) { writer.write("category", category) }
    if fields.contains(.code) { writer.write("code", code) }
    if fields.contains(.token) { writer.write("token", token) }
    if fields.contains(.versions) {
      try writer.write("versions", .array(versions.map { .int($0) }))
    }
    if fields.contains(.version) { writer.write("version", version) }
    if fields.contains(.client) { writer.write("client", client) }
    if fields.contains(.app) { writer.write("app", app) }
    if fields.contains(.process) { writer.write("process", process) }
    if fields.contains(.received) { writer.write("received", received) }
    if fields.contains(.resumed) { writer.write("resumed", resumed) }
    if fields.contains(.services) { try writer.write("services", services) }
    if fields.contains(.state) { try writer.write("state", state) }
  }

  /// A frame whose fields are all there and hold no numbers that JSON has not.
  package func plainlyEncoded() -> [UInt8] {
    do {
      return try encoded()
    } catch {
      fatalError(
        "a frame of the kind `\(kind.rawValue)` holds a number that JSON has not: \(error)")
    }
  }
}
