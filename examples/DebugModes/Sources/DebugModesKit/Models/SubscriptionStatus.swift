public import Foundation

/// What a user has paid for.
public struct SubscriptionStatus: Codable, Sendable, Equatable {
  /// What is unlocked.
  public enum Tier: String, Codable, Sendable {
    /// What everybody gets.
    case free
    /// Everything.
    case pro
  }

  /// What is unlocked.
  public var tier: Tier
  /// When it ends; nil where it never does.
  public var expirationDate: Date?
  /// Whether it holds now.
  public var isActive: Bool

  /// Creates a status that never ends and holds now, unless told otherwise.
  public init(tier: Tier, expirationDate: Date? = nil, isActive: Bool = true) {
    self.tier = tier
    self.expirationDate = expirationDate
    self.isActive = isActive
  }

  /// Nothing was paid.
  public static let free = SubscriptionStatus(tier: .free)
}
