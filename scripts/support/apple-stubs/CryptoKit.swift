public import Foundation

public protocol Digest: Hashable, Sequence, Sendable where Element == UInt8 {}

public struct SHA256Digest: Digest {
  public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}

public struct SHA256: Sendable {
  public static func hash<D: DataProtocol>(data: D) -> SHA256Digest { fatalError() }
}
