package import MockData

/// The shape of the data that a type's `Decodable` conformance accepts, to the extent that it can be determined.
///
/// An app's type is a reference into the contract's table of types, so that a type may contain itself. If nothing is
/// known about a shape, ``unknown(_:)`` gives the reason, and values aren't checked.
package indirect enum TypeShape: Sendable, Hashable {
  /// A single value, such as a string.
  case scalar(Scalar)
  /// Any data that `AnyCodableValue` accepts.
  case anything
  /// The value, null, or an absent value.
  case optional(TypeShape)
  case list(TypeShape)
  /// An object with any keys.
  case map(keys: Scalar, TypeShape)
  /// A type, by its name in the table.
  case type(String)
  case object(ObjectShape)
  /// An enum with associated values: an object whose only key is the case, and whose value holds the associated values.
  case choice([String: TypeShape])
  /// One of a list of values, such as the raw values of an enum.
  case values([AnyCodableValue], isOpen: Bool)
  /// A value of a shape whose type may still reject it.
  case refined(TypeShape)
  /// The shape is unknown, for the given reason.
  case unknown(String)

  /// The kinds of single values, including those of some Foundation types.
  package enum Scalar: String, Sendable, Hashable, CaseIterable {
    case bool, string, number, float, decimal, date, url, data, uuid
    case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
  }
}

/// The keys that a type reads from an object.
package struct ObjectShape: Sendable, Hashable {
  /// The shape of each key's value, which is `.optional` if the value may be absent.
  package var keys: [String: TypeShape]
  /// Whether the type may read other keys as well.
  package var isOpen: Bool

  package init(_ keys: [String: TypeShape], isOpen: Bool = false) {
    (self.keys, self.isOpen) = (keys, isOpen)
  }
}
