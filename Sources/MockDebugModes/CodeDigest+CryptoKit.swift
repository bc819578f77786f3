#if canImport(CryptoKit)
  internal import CryptoKit

  /// SHA-256 by the system's library.
  enum CodeDigest {
    /// The 32 bytes of the digest.
    static func digest(of bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
  }
#endif
