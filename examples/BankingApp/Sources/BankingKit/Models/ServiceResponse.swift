/// What the bank answers to a step of signing in.
public struct ServiceResponse: Codable, Sendable, Equatable {
  /// How far the session has got.
  public var status: SessionStatus
  /// What the bank asks for before it goes on; nil for nothing.
  public var next: Challenge?
  /// Where a code was sent to; nil where none was sent.
  public var sentTo: String?

  /// Creates an answer; it asks for nothing by default.
  public init(status: SessionStatus, next: Challenge? = nil, sentTo: String? = nil) {
    self.status = status
    self.next = next
    self.sentTo = sentTo
  }
}
