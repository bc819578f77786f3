public import Foundation

public enum VerificationResult<SignedType> {
  case unverified(SignedType, any Error)
  case verified(SignedType)
}

extension VerificationResult: Sendable where SignedType: Sendable {}

public struct Product: Sendable {
  public struct ProductType: Sendable, Equatable {
    public static let autoRenewable = ProductType()
  }
}

public struct Transaction: Sendable {
  public struct Transactions: AsyncSequence, Sendable {
    public struct AsyncIterator: AsyncIteratorProtocol {
      public mutating func next() async -> VerificationResult<Transaction>? { fatalError() }
    }

    public func makeAsyncIterator() -> AsyncIterator { fatalError() }
  }

  public static var currentEntitlements: Transactions { fatalError() }
  public var productType: Product.ProductType { fatalError() }
  public var expirationDate: Date? { fatalError() }
  public var revocationDate: Date? { fatalError() }
}
