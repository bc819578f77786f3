/// Encodes any `Encodable` value as an ``AnyCodableValue``, with no text in between.
///
/// What it writes, ``AnyCodableValueDecoder`` reads back: `Data` becomes base64, `URL` a string,
/// `Decimal` a number, and `Date` a double of seconds since 2001-01-01T00:00:00Z, which is
/// `JSONEncoder`'s default. Nil members are left out, as synthesized code does. The elements
/// of a set, and the pairs of a dictionary whose keys are no texts, are sorted: the same value is the same data in each
/// process.
public struct AnyCodableValueEncoder: Sendable {
  /// Information for the values being encoded; empty by default.
  package var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates an encoder; `userInfo` is empty by default.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.userInfo = userInfo
  }

  /// Encodes a value.
  ///
  /// - Throws: `EncodingError` for a `Decimal` that is no number, and whatever the value throws.
  public func encode<T: Encodable>(_ value: T) throws -> AnyCodableValue {
    try ValueEncoder(codingPath: [], userInfo: userInfo).encoded(value, key: nil).finish()
  }
}
