extension String {
  /// Reads bytes that are UTF-8; nil where they are not.
  @inlinable
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      self.init(validating: bytes, as: UTF8.self)
    } else {
      self.init(decodingUnrepaired: bytes)
    }
  }

  /// Reads bytes that are UTF-8 as systems do that cannot tell: decoding repairs what is not, which changes it.
  @inlinable
  package init?(decodingUnrepaired bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
