#if !canImport(CryptoKit)
  internal import CCrypto

  /// SHA-256 with the system library.
  enum CodeDigest {
    /// Returns the 32 bytes of the digest.
    ///
    /// If the library fails, returns an empty array, which doesn't equal any hash.
    static func digest(of bytes: [UInt8]) -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: 32)
      var size: UInt32 = 0
      let isDone = EVP_Digest(bytes, bytes.count, &digest, &size, EVP_sha256(), nil) == 1
      return isDone && size == 32 ? digest : []
    }
  }
#endif
