internal import Foundation

#if canImport(StoreKit)
  internal import StoreKit
#endif

/// The shop of the system; elsewhere than on Apple's platforms nobody has bought anything.
public struct SystemSubscriptionService: SubscriptionServiceProtocol {
  /// Creates the service.
  public init() {}

  /// The subscription that ends last, of those that the shop has signed and not taken back; else free.
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

  /// Whether a subscription holds.
  public var isPremium: Bool { get async { await currentStatus().tier == .pro } }
}
