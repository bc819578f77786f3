import MockData

/// Writes values as lines of JSON, many at a time; a long line is never there as a whole.
struct LineWriter {
  private static let capacity = 64 << 10

  private let output: CommandOutput
  private let writer = JSONWriter(style: .compact, escapesForTerminals: true)
  private var bytes: [UInt8] = []

  init(_ output: CommandOutput) { self.output = output }

  /// Adds a line with a value; nothing is written of a value that has no JSON.
  mutating func write(_ value: AnyCodableValue) throws(CommandFailure) {
    let writer = writer
    var failure: CommandFailure?
    do {
      try writer.check(value)
      try writer.write(.value(value)) { piece in
        guard failure == nil else { return }
        bytes += piece
        do throws(CommandFailure) {
          try flushIfFull()
        } catch {
          failure = error
        }
      }
    } catch {
      throw .unencodable(cause: error)
    }
    if let failure { throw failure }
    bytes.append(UInt8(ascii: "\n"))
    try flushIfFull()
  }

  private mutating func flushIfFull() throws(CommandFailure) {
    if bytes.count >= Self.capacity { try flush() }
  }

  /// Hands over what has been collected.
  mutating func flush() throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    try output.write(part: bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
