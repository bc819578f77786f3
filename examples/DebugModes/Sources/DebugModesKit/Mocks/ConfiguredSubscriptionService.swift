public import MockServices

/// A shop that gets its responses from the configuration of the launch.
@MockService
public actor ConfiguredSubscriptionService: SubscriptionServiceProtocol {
  /// Returns the configured status.
  public func currentStatus() async -> SubscriptionStatus

  /// Whether the next configured status is pro.
  ///
  /// Reading this doesn't use up the status.
  public var isPremium: Bool {
    get async {
      let next = try? sequencer.upcomingResponse(for: "currentStatus")
      guard let value = next?.value else { return false }
      let status = try? AnyCodableValueDecoder().decode(SubscriptionStatus.self, from: value)
      return status?.tier == .pro
    }
  }
}
