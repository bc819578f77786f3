/// A type that a contract names, as a metatype.
///
/// The shape of the type is computed on request. The metatype affects neither equality nor the contract's file:
/// contracts with and without it are equal.
package struct KnownType: Sendable, Equatable {
  /// The type, or `nil` if the protocol's mock couldn't name it.
  package var type: (any Any.Type)?

  package init(_ type: (any Any.Type)?) { self.type = type }

  /// Returns true, because contracts don't differ by their metatypes.
  package static func == (first: KnownType, second: KnownType) -> Bool { true }
}
