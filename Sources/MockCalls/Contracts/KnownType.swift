/// A type that a contract names, as a metatype.
///
/// Its shape is computed on request.
///
/// It affects neither equality nor the file: two contracts with and without it are equal.
package struct KnownType: Sendable, Equatable {
  /// The type, or `nil` if the protocol's mock couldn't name it.
  package var type: (any Any.Type)?

  package init(_ type: (any Any.Type)?) { self.type = type }

  /// Returns true, because the metatype doesn't distinguish two contracts.
  package static func == (first: KnownType, second: KnownType) -> Bool { true }
}
