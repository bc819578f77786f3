internal import Foundation

#if canImport(StoreKit)
  internal import StoreKit
#endif

/// The App Store on Apple platforms.
///
/// On other platforms there are no purchases.
public struct SystemSubscriptionService: SubscriptionServiceProtocol {
  /// Creates the service.
  public init() {}

  /// Returns the verified subscription that ends last and isn't revoked, or the free status.
  public func currentStatus() async -> SubscriptionStatus {
    var status = SubscriptionStatus.free
    #if canImport(StoreKit)
      for await entitlement in Transaction.currentEntitlements {
        guard case .verified(let transaction) = entitlement, transaction.revocationDate == nil,
          transaction.productType == .autoRenewable, let end = transaction.expirationDate,
          end > status.expirationDate ?? .distantPast
        else { continue }
        status = SubscriptionStatus(tier: .pro, expirationDate: end)
      }
    #endif
    return status
  }

  /// Whether a subscription is active.
  public var isPremium: Bool { get async { await currentStatus().tier == .pro } }
}
