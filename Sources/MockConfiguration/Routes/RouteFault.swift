/// A connection fault, which replaces or interrupts the response of a route.
package enum RouteFault: String, CaseIterable, Sendable {
  /// Resets the connection before the response.
  case reset
  /// Closes the connection before the response.
  case empty
  /// Sends a status, and then bytes that aren't HTTP.
  case malformed
  /// Sends the first half of the body, and closes the connection.
  case truncated

  /// The name of the `URLError` that a client gets.
  package var errorName: String {
    self == .malformed ? "cannotParseResponse" : "networkConnectionLost"
  }

  /// The number of bytes that a truncated response without a body announces.
  package static let announcedLength = 1024
}
