/// The names of a type's keys, each asked for once.
///
/// A key's `stringValue` is a call that the compiler cannot see through, and a string to be released: for
/// every field of every table. The keys that the compiler makes are enumerations without payload, which a
/// byte tells apart. Values with the same bits, in a type without references, are the same key, so that
/// the byte leads to the name.
struct WireKeyNames {
  /// A name: its length in four bytes, then its bytes.
  private typealias Name = UnsafeRawPointer

  private let names: UnsafeMutablePointer<Name?>
  private static let count = 256

  /// Nil for types of keys that one byte does not tell apart.
  init?<Key: CodingKey>(of type: Key.Type) {
    guard _isPOD(type), MemoryLayout<Key>.size == 1 else { return nil }
    names = .allocate(capacity: Self.count)
    names.initialize(repeating: nil, count: Self.count)
  }

  /// The bytes of a key's name.
  @inline(__always)
  func name(of key: some CodingKey) -> UnsafeRawBufferPointer {
    let index = Int(unsafeBitCast(key, to: UInt8.self))
    let name = names[index] ?? learn(key, at: index)
    return UnsafeRawBufferPointer(start: name + 4, count: Int(name.load(as: UInt32.self)))
  }

  @inline(never)
  private func learn(_ key: some CodingKey, at index: Int) -> Name {
    let text = key.stringValue.utf8
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 + text.count, alignment: 4)
    memory.storeBytes(of: UInt32(text.count), as: UInt32.self)
    UnsafeMutableRawBufferPointer(rebasing: memory[4...]).copyBytes(from: text)
    let name = Name(memory.baseAddress.unsafelyUnwrapped)
    names[index] = name
    return name
  }
}
