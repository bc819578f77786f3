/// Writes lines to standard output, many at a time.
struct LineWriter {
  private static let capacity = 64 << 10

  private var bytes: [UInt8] = []

  /// Adds a line; the newline is added as well.
  mutating func write(_ line: [UInt8]) throws(CommandFailure) {
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.capacity { try flush() }
  }

  /// Hands over what has been collected.
  mutating func flush() throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    do throws(SystemError) {
      try Descriptor.standardOutput.write(bytes)
    } catch {
      throw .unwritable(target: "standard output", error)
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
