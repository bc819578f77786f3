// Declarations that differ between Apple's Foundation and Foundation on Linux. Importing Foundation imports these too.
public import Foundation
public import FoundationNetworking
public import Security

extension URLProtectionSpace {
  /// On Linux, this property is unavailable.
  public var serverTrust: SecTrust? { fatalError() }
}

extension URLCredential {
  public convenience init(trust: SecTrust) { fatalError() }
}

extension URLError.Code {
  /// On Linux, this initializer returns nil for codes without a name.
  public init(rawValue: Int) { fatalError() }
}
