public import MockServices

/// A shop that answers from the configuration of the launch.
@MockService
public actor ConfiguredSubscriptionService: SubscriptionServiceProtocol {
  /// The configured status.
  public func currentStatus() async -> SubscriptionStatus

  /// Whether the next configured status is pro; looking at it leaves it to the next call.
  public var isPremium: Bool {
    get async {
      let next = try? sequencer.upcomingResponse(for: "currentStatus")
      guard let value = next?.value else { return false }
      let status = try? AnyCodableValueDecoder().decode(SubscriptionStatus.self, from: value)
      return status?.tier == .pro
    }
  }
}
