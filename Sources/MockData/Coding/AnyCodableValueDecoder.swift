/// A decoder that decodes any `Decodable` type from an ``AnyCodableValue``, without intermediate text.
///
/// - `null` or an absent member decodes as nil if the type is an `Optional`.
/// - `{}` decodes as an empty array if an array is expected, because an empty table of a scripting language can be
///   either.
/// - A whole double decodes as an integer, and an integer decodes as a `Double` or `Float`.
/// - `Data` is base64, `URL` is a string, and `Decimal` is a number or a string with a number. `Date` is an ISO 8601
///   string or a number of seconds since 2001-01-01T00:00:00Z, as `JSONEncoder` writes it by default.
/// - A list decodes as a dictionary with the keys 1, 2, 3 if the dictionary's keys are of type `Int`.
///
/// For a table of all rules, see the article "Values" of the module MockLua.
public struct AnyCodableValueDecoder: Sendable {
  /// Information for the types being decoded; empty by default.
  package var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates a decoder; `userInfo` is empty by default.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.userInfo = userInfo
  }

  /// Decodes a value of the given type.
  ///
  /// - Throws: `DecodingError` with the whole coding path, the actual kind, and the expected kind.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from value: AnyCodableValue
  ) throws -> T {
    // Converting a dictionary costs more than decoding a number, even if the dictionary is empty.
    var information: [CodingUserInfoKey: Any] = [:]
    if !userInfo.isEmpty { information = userInfo }
    let decoder = ValueDecoder(value: value, parent: nil, key: nil, userInfo: information)
    return try decoder.decode(value, as: type, key: nil)
  }
}
