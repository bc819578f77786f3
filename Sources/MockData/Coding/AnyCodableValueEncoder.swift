/// An encoder that encodes any `Encodable` value as an ``AnyCodableValue``, without intermediate text.
///
/// ``AnyCodableValueDecoder`` can decode the result. `Data` becomes base64, `URL` a string, `Decimal` a number, and
/// `Date` a double of seconds since 2001-01-01T00:00:00Z, as `JSONEncoder` writes it by default. Nil members are
/// omitted, as in synthesized code.
///
/// The elements of a set are sorted, and so are the pairs of a dictionary whose keys aren't strings. Equal values
/// therefore become equal data in every process.
public struct AnyCodableValueEncoder: Sendable {
  /// Information for the values being encoded; empty by default.
  package var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates an encoder; `userInfo` is empty by default.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.userInfo = userInfo
  }

  /// Encodes a value.
  ///
  /// - Throws: `EncodingError` for a `Decimal` that isn't a number, or the error that the value throws.
  public func encode<T: Encodable>(_ value: T) throws -> AnyCodableValue {
    try ValueEncoder(codingPath: [], userInfo: userInfo).encoded(value, key: nil).finish()
  }
}
