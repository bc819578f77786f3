/// The bank's response to a sign-in step.
public struct ServiceResponse: Codable, Sendable, Equatable {
  /// The status of the session.
  public var status: SessionStatus
  /// The next step that the bank requires; nil if there isn't one.
  public var next: Challenge?
  /// The recipient of the code; nil if none was sent.
  public var sentTo: String?

  /// Creates a response.
  ///
  /// By default it requires no further step.
  public init(status: SessionStatus, next: Challenge? = nil, sentTo: String? = nil) {
    self.status = status
    self.next = next
    self.sentTo = sentTo
  }
}
