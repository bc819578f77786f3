internal import MockData

/// Converts the value of a property to data, and data to a value.
///
/// Generated code contains `_MockPropertyCodec(Int.self)`, and the compiler selects the initializer. The codec uses raw
/// values if the type has them, and `Decodable` otherwise. A delegate or a closure supports neither. For such types,
/// the mock keeps the value that was set.
///
/// `@unchecked Sendable`: It is immutable, and its functions don't keep their arguments.
public struct _MockPropertyCodec<Value>: @unchecked Sendable {
  let decode: (AnyCodableValue) throws -> Value
  /// `nil` if the type can't be represented as data, so that the mock has to keep the value itself.
  let encode: ((Value) throws -> AnyCodableValue)?
  /// Whether the compiler knows that values of the type can be created from data.
  let isDecodable: Bool
  /// Creates a value for a property that isn't configured.
  ///
  /// It returns `nil` if that isn't possible.
  let placeholder: () -> Value?

  /// Creates a codec that uses `Decodable`.
  ///
  /// It also uses `Encodable` if the type conforms to it.
  public init(_ type: Value.Type) where Value: Decodable {
    decode = { try AnyCodableValueDecoder().decode(Value.self, from: $0) }
    encode = encoding(type)
    isDecodable = true
    placeholder = { MockPlaceholder.make(type) }
  }

  /// Creates a codec that uses raw values.
  public init(_ type: Value.Type) where Value: RawRepresentable, Value.RawValue: Decodable {
    self.init(raw: type)
  }

  /// Creates a codec that uses raw values, although the type is also `Decodable`.
  public init(_ type: Value.Type)
  where Value: RawRepresentable & Decodable, Value.RawValue: Decodable {
    self.init(raw: type)
  }

  /// Creates a codec that finds out at run time what a type supports.
  ///
  /// Configured values are decoded if the type can be decoded. `types` are the concrete types to decode if `type` is a
  /// protocol or a base class. A value that the app sets is kept unchanged.
  @_disfavoredOverload
  public init(_ type: Value.Type, candidates types: [any Any.Type] = []) {
    let method = MethodIdentity(service: nil, name: "")
    decode = { try DynamicDecoding.decode(Value.self, from: $0, candidates: types, method, 0) }
    encode = nil
    isDecodable = false
    placeholder = { MockPlaceholder.make(type, candidates: types) }
  }

  /// Creates a codec for a tuple, whose elements are decoded by label or in order.
  ///
  /// The label of an element without a label is `nil`. A value that the app sets is kept unchanged.
  public init<each T>(tuple labels: [String?], _ types: repeat (each T).Type)
  where Value == (repeat each T) {
    let method = MethodIdentity(service: nil, name: "")
    decode = {
      try DynamicDecoding.tuple(labels, repeat (each T).self, from: $0, method, 0)
    }
    encode = nil
    isDecodable = false
    placeholder = { MockPlaceholder.tuple(repeat (each T).self) }
  }

  /// Creates a codec that uses the data unchanged.
  init(unconverted: Void) where Value == AnyCodableValue {
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

  func data(of value: Value) -> AnyCodableValue? { try? encode?(value) }

  /// Returns the data of a value that the mock keeps, or `nil` if the value can't be encoded.
  ///
  /// Other readers of the property get this data.
  func data(ofKept value: Value) -> AnyCodableValue? { try? encoding(Value.self)?(value) }
}

/// The error for a raw value that no case of an enum has.
private struct NoSuchRawValue: Error {}

/// Returns a function that encodes values of a type, or `nil` if the type isn't `Encodable`.
///
/// The type's conformance is only known at run time.
private func encoding<Value>(_ type: Value.Type) -> ((Value) throws -> AnyCodableValue)? {
  func opened<Known: Encodable>(_ type: Known.Type) -> (Value) throws -> AnyCodableValue {
    { value in
      guard let value = value as? Known else { return .null }
      return try AnyCodableValueEncoder().encode(value)
    }
  }
  return (type as? any Encodable.Type).map { opened($0) }
}

/// A value that is decoded, or moved between tasks, although its type may not be `Sendable`.
struct MockDecoded<Value> {
  let value: Value
}

extension MockDecoded: Decodable where Value: Decodable {
  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }
}

/// `@unchecked Sendable`: The sequencer passes the value to a single caller and doesn't keep it.
extension MockDecoded: @unchecked Sendable {}
