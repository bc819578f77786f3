public import Foundation

/// The status of a user's subscription.
public struct SubscriptionStatus: Codable, Sendable, Equatable {
  /// The unlocked features.
  public enum Tier: String, Codable, Sendable {
    /// The free features.
    case free
    /// All features.
    case pro
  }

  /// The unlocked features.
  public var tier: Tier
  /// The end of the subscription; nil if it doesn't end.
  public var expirationDate: Date?
  /// Whether the subscription is active.
  public var isActive: Bool

  /// Creates a status.
  ///
  /// By default it's active and doesn't end.
  public init(tier: Tier, expirationDate: Date? = nil, isActive: Bool = true) {
    self.tier = tier
    self.expirationDate = expirationDate
    self.isActive = isActive
  }

  /// The status without a purchase.
  public static let free = SubscriptionStatus(tier: .free)
}
