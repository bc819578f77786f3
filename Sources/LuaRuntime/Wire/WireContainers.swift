/// Keyed containers that can be used again, for another table with the same type of keys.
///
/// Making one costs three look-ups of generic metadata and an allocation: more than two fields of a
/// struct. What a container reads lies outside of it, in a slot, and is replaced as soon as nobody but
/// the slot holds the container. Where somebody does, in a type that nests in itself or that keeps its
/// container, a fresh one is made.
struct WireContainers {
  private struct Slot {
    /// First, so that the slot's address is its own.
    var container: AnyObject?
    var keys: ObjectIdentifier?
    /// Of the type `Copier<KeyedDecodingContainer<Key>>`, where `Key` is the type that `keys` stands for.
    var copier: AnyObject?
  }

  /// Even, since a type has two slots to choose from: what types that share one put into it would be made
  /// anew with every table.
  private static let count = 64
  private let slots: UnsafeMutablePointer<Slot>
  /// What the container of each slot reads.
  private let tables: UnsafeMutablePointer<WireTable>

  init() {
    slots = .allocate(capacity: Self.count)
    slots.initialize(repeating: Slot(), count: Self.count)
    tables = .allocate(capacity: Self.count)
  }

  @inline(__always)
  func container<Key: CodingKey>(
    keyedBy type: Key.Type, reading decoder: WireDecoder
  ) -> KeyedDecodingContainer<Key> {
    let keys = ObjectIdentifier(type)
    let address = UInt(bitPattern: keys)
    var index = Int((address >> 4 ^ address >> 9) % UInt(Self.count))
    if let other = slots[index].keys, other != keys { index ^= 1 }
    let slot = slots + index
    if slot.pointee.keys == keys, isKnownUniquelyReferenced(&slot.pointee.container) {
      tables[index].decoder = decoder
      let copier = Unmanaged.passUnretained(slot.pointee.copier.unsafelyUnwrapped)
      return copier._withUnsafeGuaranteedRef {
        unsafeDowncast($0, to: Copier<KeyedDecodingContainer<Key>>.self).copy(slot)
      }
    }
    return make(reading: decoder, in: index)
  }

  @inline(never)
  private func make<Key: CodingKey>(
    reading decoder: WireDecoder, in index: Int
  ) -> KeyedDecodingContainer<Key> {
    let slot = slots + index
    if slot.pointee.container != nil, !isKnownUniquelyReferenced(&slot.pointee.container) {
      return KeyedDecodingContainer(WireKeyedDecodingContainer<Key>(source: .own(decoder)))
    }
    if slot.pointee.keys != nil { tables[index].names?.deallocate() }
    (tables + index).initialize(to: WireTable(decoder: decoder, names: WireKeyNames(of: Key.self)))
    let container = KeyedDecodingContainer(
      WireKeyedDecodingContainer<Key>(source: .slot(tables + index)))
    // A keyed container is a reference to a box, of a type that the standard library does not name.
    slot.pointee.container = unsafeBitCast(container, to: AnyObject.self)
    slot.pointee.copier = Copier<KeyedDecodingContainer<Key>>()
    slot.pointee.keys = ObjectIdentifier(Key.self)
    return container
  }
}

/// Copies a value whose type it knows from its own.
///
/// A generic function that names `KeyedDecodingContainer<Key>` looks up that type's metadata with every
/// call; a method of a class finds it in its object.
private final class Copier<Container> {
  @inline(never)
  func copy(_ value: UnsafeRawPointer) -> Container {
    value.assumingMemoryBound(to: Container.self).pointee
  }
}
