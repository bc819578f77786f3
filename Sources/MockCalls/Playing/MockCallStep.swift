package import MockConfiguration
internal import MockData

/// A line of a file of calls: a call, or a gate that opens or closes between two calls.
package enum MockCallStep: Sendable, Equatable {
  case call(MockCallRequest)
  case open(gate: String)
  case close(gate: String)

  /// Reads a line: `{"call":"OTP.verify","args":{"code":"1"}}`, `{"open":"door"}`, or `{"close":"door"}`.
  ///
  /// - Parameters:
  ///   - line: The line as UTF-8, without the line ending.
  ///   - number: The line number, from 1, for errors.
  ///   - file: The name of the file for errors, or `nil` for none.
  /// - Throws: ``MockConfigurationError`` with line and column.
  package init(
    line: [UInt8], number: Int, file: String? = nil
  ) throws(MockConfigurationError) {
    self = try MockCallRequest.read(line, number: number, file: file) {
      try MockCallStep(reading: $0)
    }
  }

  private enum Key: String, ConfigurationKey {
    case call
    case args
    case open
    case close
  }

  private init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    let gate = object.optional(.open) ?? object.optional(.close)
    guard let gate else {
      self = .call(try MockCallRequest(reading: node))
      return
    }
    let isOpened = object.optional(.open) != nil
    let others: [Key] = isOpened ? [.call, .args, .close] : [.call, .args]
    if let other = others.first(where: { object.optional($0) != nil }) {
      throw node.error(
        .other(
          "`\(isOpened ? "open" : "close")` must be on its own line; write another line for `\(other.rawValue)`"
        ))
    }
    self = isOpened ? .open(gate: try gate.string()) : .close(gate: try gate.string())
  }
}
