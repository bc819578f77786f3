#if canImport(CryptoKit)
  internal import CryptoKit

  /// SHA-256 with the system library.
  enum CodeDigest {
    /// Returns the 32 bytes of the digest.
    static func digest(of bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
  }
#endif
