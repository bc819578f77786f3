/// How the value of an answer becomes the result of a requirement.
///
/// Generated code writes `_MockCodec(Tea.self)`, and the compiler chooses what reads a `Tea`: the type itself where it
/// is `Decodable`, else what is found at run time, a ``MockValue`` or plain data. The call knows nothing of that: it
/// asks the codec.
public struct _MockCodec<Value> {
  /// Reads the value of an answer.
  let read: (Answer, MethodIdentity) throws -> Value
  /// Makes what a call returns that has no answer and cannot throw; nil where nothing can be made.
  let placeholder: () -> Value?

  /// Reads a type straight from the answer.
  public init(_ type: Value.Type) where Value: Decodable & SendableMetatype {
    read = { try $0.decoded($1) }
    placeholder = { MockPlaceholder.make(type) }
  }

  /// Reads a type of which nothing is known, or one of several that it is the base of.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - types: Types that data may be decoded as; none by default.
  @_disfavoredOverload
  public init(_ type: Value.Type, candidates types: [any Any.Type] = []) {
    read = { try $0.dynamic(Value.self, candidates: types, $1) }
    placeholder = { MockPlaceholder.make(type, candidates: types) }
  }

  /// Reads the value of a property that responses answer.
  init(_ property: _MockPropertyCodec<Value>) {
    read = { try $0.made($1) { try property.decode($0) } }
    placeholder = property.placeholder
  }

  /// Reads a tuple: its elements by their labels, or in order.
  ///
  /// - Parameters:
  ///   - labels: The labels; nil for an element without one.
  ///   - types: The types of the elements.
  public init<each T>(tuple labels: [String?], _ types: repeat (each T).Type)
  where Value == (repeat each T) {
    read = { try $0.tuple(labels, repeat (each T).self, of: $1) }
    placeholder = { MockPlaceholder.tuple(repeat (each T).self) }
  }
}

/// Methods with `@MockMethod`, whose results have to be `Decodable`: the compiler warns of one that is not.
extension _MockCodec {
  /// Reads a type straight from the answer.
  public init(decoding type: Value.Type) where Value: Decodable & SendableMetatype {
    self.init(type)
  }

  /// Reads what can be found out about the type at run time.
  @available(*, deprecated, message: "the result is not Decodable: make it so, or write the method")
  @_disfavoredOverload
  public init(decoding type: Value.Type) { self.init(type, candidates: []) }
}
