import MockData

/// Writes values as JSON lines, with buffering.
///
/// A long line is written in pieces.
struct LineWriter {
  private static let capacity = 64 << 10

  private let output: CommandOutput
  private let writer = JSONWriter(style: .compact, escapesForTerminals: true)
  private var bytes: [UInt8] = []

  init(_ output: CommandOutput) { self.output = output }

  /// Adds a line with a value.
  ///
  /// If the value can't be encoded, nothing is written.
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

  /// Writes the buffered lines.
  mutating func flush() throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    try output.write(part: bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
