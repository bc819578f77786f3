/// A computed value in a form of its own, which is decoded without becoming an ``AnyCodableValue`` first.
public protocol MockEncodedValue: Sendable {
  /// The value as a tree, for the call log and for callers that want one; made when it is asked for.
  var value: AnyCodableValue { get }

  /// Decodes the value.
  ///
  /// - Throws: `DecodingError` with the full coding path.
  func decoded<T: Decodable>(as type: T.Type) throws -> T
}
