/// A type that a contract names, as it runs: its shape is found where somebody asks.
///
/// It is part of no comparison and of no file: a contract says the same with it and without it.
package struct KnownType: Sendable, Equatable {
  /// The type; nil where the protocol's mock could not name it.
  package var type: (any Any.Type)?

  package init(_ type: (any Any.Type)?) { self.type = type }

  /// Always: what is known of a type does not tell two contracts apart.
  package static func == (first: KnownType, second: KnownType) -> Bool { true }
}
