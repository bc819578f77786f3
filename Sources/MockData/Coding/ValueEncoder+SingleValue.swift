extension ValueEncoder: SingleValueEncodingContainer {
  private func put(_ value: AnyCodableValue) {
    node.form = .single(.finished(value))
  }

  private func put(integer: some FixedWidthInteger) {
    put(AnyCodableValue(exactly: integer))
  }

  func encodeNil() throws { put(.null) }
  func encode(_ value: Bool) throws { put(.bool(value)) }
  func encode(_ value: String) throws { put(.string(value)) }
  func encode(_ value: Double) throws { put(.double(value)) }
  func encode(_ value: Float) throws { put(.double(value.shortestDouble)) }
  func encode(_ value: Int) throws { put(integer: value) }
  func encode(_ value: Int8) throws { put(integer: value) }
  func encode(_ value: Int16) throws { put(integer: value) }
  func encode(_ value: Int32) throws { put(integer: value) }
  func encode(_ value: Int64) throws { put(integer: value) }
  func encode(_ value: UInt) throws { put(integer: value) }
  func encode(_ value: UInt8) throws { put(integer: value) }
  func encode(_ value: UInt16) throws { put(integer: value) }
  func encode(_ value: UInt32) throws { put(integer: value) }
  func encode(_ value: UInt64) throws { put(integer: value) }

  func encode<T: Encodable>(_ value: T) throws {
    node.form = .single(try encoded(value, key: nil))
  }
}
