import MockData
import Testing

@Suite struct ValidTextTests {
  @Test(
    "Bytes are decoded by the same rules on systems without their own validation",
    arguments: [
      ([], ""), ([0x61, 0, 0x62], "a\0b"),
      ([0xC3, 0xA9, 0xF0, 0x9F, 0x98, 0x80], "\u{e9}\u{1f600}"),
      ([0xEF, 0xBB, 0xBF, 0x61], "\u{feff}a"), ([0xEF, 0xBF, 0xBD], "\u{fffd}"), ([0xC3], nil),
      ([0x80], nil), ([0xC0, 0x80], nil), ([0xED, 0xA0, 0x80], nil), ([0x61, 0xE2, 0x82], nil),
      ([0xF4, 0x90, 0x80, 0x80], nil),
    ] as [([UInt8], String?)])
  func isText(bytes: [UInt8], text: String?) {
    #expect(String(validUTF8: bytes) == text)
    #expect(String(decodingUnrepaired: bytes) == text)
  }
}
