extension String {
  /// Reads UTF-8 bytes, or returns nil if they are invalid.
  @inlinable
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      self.init(validating: bytes, as: UTF8.self)
    } else {
      self.init(decodingUnrepaired: bytes)
    }
  }

  /// Reads UTF-8 bytes on older systems, where decoding repairs invalid bytes and so changes them.
  @inlinable
  package init?(decodingUnrepaired bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
