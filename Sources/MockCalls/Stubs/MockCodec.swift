internal import MockData

/// Converts the value of a response to the result of a requirement.
///
/// Generated code contains `_MockCodec(Tea.self)`, and the compiler selects the initializer that supports the type. If
/// the type is `Decodable`, the value is decoded directly. Otherwise, the codec finds out at run time whether the type
/// is a ``MockValue`` or can be created from plain data.
public struct _MockCodec<Value> {
  /// Reads the value of a response.
  let read: (CallResponse, MethodIdentity) throws -> Value
  /// Creates a placeholder for a call that has no response and can't throw.
  ///
  /// Returns `nil` if there is no placeholder for the type.
  let placeholder: () -> Value?

  /// Creates a codec that decodes a type directly from the response.
  public init(_ type: Value.Type) where Value: Decodable & SendableMetatype {
    read = { try $0.decoded($1) }
    placeholder = { MockPlaceholder.make(type) }
  }

  /// Creates a codec that finds out at run time what a type supports.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - types: The concrete types to decode if `type` is a protocol or a base class (default: none).
  @_disfavoredOverload
  public init(_ type: Value.Type, candidates types: [any Any.Type] = []) {
    read = { try $0.dynamic(Value.self, candidates: types, $1) }
    placeholder = { MockPlaceholder.make(type, candidates: types) }
  }

  /// Creates a codec that reads the value of a property with configured responses.
  init(_ property: _MockPropertyCodec<Value>) {
    read = { try $0.made($1) { try property.decode($0) } }
    placeholder = property.placeholder
  }

  /// Creates a codec for a tuple, whose elements are read by label or in order.
  ///
  /// - Parameters:
  ///   - labels: The labels of the elements. An element without a label is `nil`.
  ///   - types: The types of the elements.
  public init<each T>(tuple labels: [String?], _ types: repeat (each T).Type)
  where Value == (repeat each T) {
    read = { try $0.tuple(labels, repeat (each T).self, of: $1) }
    placeholder = { MockPlaceholder.tuple(repeat (each T).self) }
  }
}

/// Codecs for methods with `@MockMethod`.
///
/// The result of such a method must be `Decodable`. The compiler warns about any other result.
extension _MockCodec {
  /// Creates a codec that decodes a type directly from the response.
  public init(decoding type: Value.Type) where Value: Decodable & SendableMetatype {
    self.init(type)
  }

  /// Creates a codec that finds out at run time what a type supports.
  @available(
    *, deprecated, message: "the result is not Decodable: make it Decodable, or write the method"
  )
  @_disfavoredOverload
  public init(decoding type: Value.Type) { self.init(type, candidates: []) }
}
