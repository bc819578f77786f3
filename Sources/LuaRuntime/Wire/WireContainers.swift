/// Keyed containers that can be used again, for another table with the same type of keys.
///
/// Making one costs three look-ups of generic metadata and an allocation: more than two fields of a
/// struct. What a container reads lies outside of it, in a slot, and is replaced as soon as nobody but
/// the slot holds the container. Where somebody does, in a type that nests in itself or that keeps its
/// container, a fresh one is made.
struct WireContainers {
  private struct Slot {
    var keys: ObjectIdentifier?
    var container: AnyObject?
  }

  private static let count = 16
  private let slots: UnsafeMutablePointer<Slot>
  /// What the container of each slot reads.
  private let decoders: UnsafeMutablePointer<WireDecoder>

  init() {
    slots = .allocate(capacity: Self.count)
    slots.initialize(repeating: Slot(), count: Self.count)
    decoders = .allocate(capacity: Self.count)
  }

  @inline(__always)
  func container<Key: CodingKey>(
    keyedBy type: Key.Type, reading decoder: WireDecoder
  ) -> KeyedDecodingContainer<Key> {
    let keys = ObjectIdentifier(type)
    let address = UInt(bitPattern: keys)
    let index = Int((address >> 4 ^ address >> 9) % UInt(Self.count))
    let slot = slots + index
    if slot.pointee.container != nil, !isKnownUniquelyReferenced(&slot.pointee.container) {
      return KeyedDecodingContainer(WireKeyedDecodingContainer<Key>(source: .own(decoder)))
    }
    (decoders + index).initialize(to: decoder)
    if slot.pointee.keys == keys, let container = slot.pointee.container {
      return unsafeBitCast(container, to: KeyedDecodingContainer<Key>.self)
    }
    let container = KeyedDecodingContainer(
      WireKeyedDecodingContainer<Key>(source: .slot(decoders + index)))
    // A keyed container is a reference to a box, of a type that the standard library does not name.
    slot.pointee.container = unsafeBitCast(container, to: AnyObject.self)
    slot.pointee.keys = keys
    return container
  }
}
