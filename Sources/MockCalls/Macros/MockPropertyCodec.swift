internal import MockData

/// How the value of a property becomes data, and data a value of the property.
///
/// Generated code writes `_MockPropertyCodec(Int.self)`, and the compiler chooses: a type with raw values goes by
/// these, any other by `Decodable`. Of a type that is neither, such as a delegate or a closure, the mock keeps what was
/// set.
///
/// `@unchecked Sendable`: nothing changes in it, and its functions keep nothing of what they are given.
public struct _MockPropertyCodec<Value>: @unchecked Sendable {
  let decode: (AnyCodableValue) throws -> Value
  /// Nil where no data stands for the type, so that the mock keeps the value itself.
  let encode: ((Value) throws -> AnyCodableValue)?
  /// Whether the compiler knows that data makes a value.
  let isDecodable: Bool
  /// Makes what a property shows that has no value; nil where nothing can be made.
  let placeholder: () -> Value?

  /// Goes by `Decodable`, and by `Encodable` where the type is that as well.
  public init(_ type: Value.Type) where Value: Decodable {
    decode = { try AnyCodableValueDecoder().decode(Value.self, from: $0) }
    encode = encoding(type)
    isDecodable = true
    placeholder = { MockPlaceholder.make(type) }
  }

  /// Goes by raw values.
  public init(_ type: Value.Type) where Value: RawRepresentable, Value.RawValue: Decodable {
    self.init(raw: type)
  }

  /// Goes by raw values, also where the type is `Decodable`.
  public init(_ type: Value.Type)
  where Value: RawRepresentable & Decodable, Value.RawValue: Decodable {
    self.init(raw: type)
  }

  /// Makes of data what can be found out at run time, and keeps what was set.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - types: Types that data may be decoded as, where that is the base of one of them; none by default.
  @_disfavoredOverload
  public init(_ type: Value.Type, candidates types: [any Any.Type] = []) {
    let method = MethodIdentity(service: nil, name: "")
    decode = { try DynamicDecoding.decode(Value.self, from: $0, candidates: types, method, 0) }
    encode = nil
    isDecodable = false
    placeholder = { MockPlaceholder.make(type, candidates: types) }
  }

  /// Reads a tuple by its labels, or in order, and keeps what was set.
  ///
  /// - Parameters:
  ///   - labels: The labels; nil for an element without one.
  ///   - types: The types of the elements.
  public init<each T>(tuple labels: [String?], _ types: repeat (each T).Type)
  where Value == (repeat each T) {
    let method = MethodIdentity(service: nil, name: "")
    decode = { try TupleData(labels, $0, method, 0).decoded(repeat (each T).self) }
    encode = nil
    isDecodable = false
    placeholder = { MockPlaceholder.tuple(repeat (each T).self) }
  }

  /// Takes data as it is.
  init(asItIs: Void) where Value == AnyCodableValue {
    (decode, encode, isDecodable) = ({ $0 }, { $0 }, true)
    placeholder = { .null }
  }

  private init(raw type: Value.Type) where Value: RawRepresentable, Value.RawValue: Decodable {
    decode = { value in
      let raw = try AnyCodableValueDecoder().decode(Value.RawValue.self, from: value)
      guard let value = Value(rawValue: raw) else { throw NoSuchRawValue() }
      return value
    }
    encode = encoding(Value.RawValue.self).map { encode in { try encode($0.rawValue) } }
    isDecodable = true
    placeholder = { MockPlaceholder.make(type) }
  }

  /// The data of a value; nil where there is none.
  func data(of value: Value) -> AnyCodableValue? { try? encode?(value) }

  /// The data of a value that the mock keeps, for whoever else reads it; nil where there is none.
  func data(ofKept value: Value) -> AnyCodableValue? { try? encoding(Value.self)?(value) }
}

/// A raw value that belongs to no case.
private struct NoSuchRawValue: Error {}

/// Writes a type as data; nil where it is not `Encodable`, of which the compiler knows nothing.
private func encoding<Value>(_ type: Value.Type) -> ((Value) throws -> AnyCodableValue)? {
  func opened<Known: Encodable>(_ type: Known.Type) -> (Value) throws -> AnyCodableValue {
    { value in
      guard let value = value as? Known else { return .null }
      return try AnyCodableValueEncoder().encode(value)
    }
  }
  return (type as? any Encodable.Type).map { opened($0) }
}
