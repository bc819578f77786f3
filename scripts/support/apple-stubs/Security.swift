public import Foundation

// Foundation on Linux has no `CFData` and `CFArray`, and no bridging to them.
public typealias CFData = Data
public typealias CFArray = [Any]
public typealias CFError = any Error
public typealias OSStatus = Int32

public final class SecCertificate {}
public final class SecTrust {}
public let errSecSuccess: OSStatus = 0

public func SecCertificateCreateWithData(_ allocator: Never?, _ data: CFData) -> SecCertificate? { fatalError() }
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ certificates: CFArray?) -> OSStatus { fatalError() }
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ only: Bool) -> OSStatus { fatalError() }
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
  fatalError()
}
