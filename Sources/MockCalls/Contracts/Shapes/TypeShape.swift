package import MockData

/// What the data of a Swift type looks like: what its `Decodable` takes, as far as that can be known.
///
/// A type of the app is a reference into the table of its contracts' types, so that one may hold itself. Where nothing
/// is certain, ``unknown(_:)`` says why, and nothing is checked.
package indirect enum TypeShape: Sendable, Hashable {
  /// A value of a kind, such as a string.
  case scalar(Scalar)
  /// Any data at all, as `AnyCodableValue` takes it.
  case anything
  /// The value, null, or none.
  case optional(TypeShape)
  case list(TypeShape)
  /// An object with keys of the script's choice.
  case map(keys: Scalar, TypeShape)
  /// A type by its name in the table.
  case type(String)
  case object(ObjectShape)
  /// An enum with values: an object whose one key is a case, and whose value is the case's.
  case choice([String: TypeShape])
  /// One of some values, the raw ones of an enum.
  case values([AnyCodableValue], isOpen: Bool)
  /// A value of a shape that the type may refuse all the same.
  case refined(TypeShape)
  /// Nobody knows, for a reason.
  case unknown(String)

  /// The kinds of single values, and the forms that some types of Foundation have.
  package enum Scalar: String, Sendable, Hashable, CaseIterable {
    case bool, string, number, float, decimal, date, url, data, uuid
    case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
  }
}

/// The keys that a type reads of an object.
package struct ObjectShape: Sendable, Hashable {
  /// What stands under each key; one that may be absent is `.optional`.
  package var keys: [String: TypeShape]
  /// Whether it may read other keys as well.
  package var isOpen: Bool

  package init(_ keys: [String: TypeShape], isOpen: Bool = false) {
    (self.keys, self.isOpen) = (keys, isOpen)
  }
}
