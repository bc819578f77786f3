/// A cache of the key names of recently decoded types.
///
/// The address of a type's metadata identifies the type.
struct WireKeyTables {
  private struct Slot {
    var keys: ObjectIdentifier?
    var names: WireKeyNames?
  }

  private static let count = 64
  private let slots: UnsafeMutablePointer<Slot>

  init() {
    slots = .allocate(capacity: Self.count)
    slots.initialize(repeating: Slot(), count: Self.count)
  }

  /// Returns the names of a type's keys; nil if they aren't cached.
  @inline(__always)
  func names<Key: CodingKey>(of type: Key.Type) -> WireKeyNames? {
    let keys = ObjectIdentifier(type)
    let address = UInt(bitPattern: keys)
    let slot = slots + Int((address >> 4 ^ address >> 9) % UInt(Self.count))
    return slot.pointee.keys == keys ? slot.pointee.names : learn(type, in: slot)
  }

  /// A type whose slot is taken isn't cached, because containers of the other type may be in use.
  @inline(never)
  private func learn<Key: CodingKey>(_ type: Key.Type, in slot: UnsafeMutablePointer<Slot>)
    -> WireKeyNames?
  {
    guard slot.pointee.keys == nil else { return nil }
    slot.pointee = Slot(keys: ObjectIdentifier(type), names: WireKeyNames(of: type))
    return slot.pointee.names
  }
}
