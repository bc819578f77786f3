/// What a requirement returns that cannot throw and has no answer, once the test has been told.
///
/// Nil, false, zero, an empty text or collection, the first case of an enum, or a value whose fields are such.
enum MockPlaceholder {
  /// A placeholder of a type; nil where none can be made.
  static func make<Value>(_ type: Value.Type) -> Value? {
    if let value = () as? Value { return value }
    if let type = type as? any AbsentPlaceholder.Type { return type.absentPlaceholder as? Value }
    if let type = type as? any Decodable.Type, let made = decoded(type) as? Value { return made }
    return first(type) ?? empty(type)
  }

  private static func decoded<Made: Decodable>(_ type: Made.Type) -> Made? {
    if let first = first(type) { return first }
    return try? PlaceholderDecoder().decode(type)
  }

  private static func empty<Value>(_ type: Value.Type) -> Value? {
    // Collections of what is not `Decodable`.
    func array<List: ExpressibleByArrayLiteral>(_ type: List.Type) -> Any { [] as List }
    func dictionary<Map: ExpressibleByDictionaryLiteral>(_ type: Map.Type) -> Any { [:] as Map }
    if let type = type as? any ExpressibleByArrayLiteral.Type { return array(type) as? Value }
    if let type = type as? any ExpressibleByDictionaryLiteral.Type {
      return dictionary(type) as? Value
    }
    return nil
  }

  /// The first case of an enum without associated values.
  static func first<Value>(_ type: Value.Type) -> Value? {
    if let type = type as? any CaseIterable.Type { return firstCase(type) as? Value }
    return EnumDescription(type)?.firstCase as? Value
  }

  private static func firstCase<Cases: CaseIterable>(_ type: Cases.Type) -> Any? {
    type.allCases.first
  }
}

/// An `Optional`, whose placeholder is nil.
private protocol AbsentPlaceholder {
  static var absentPlaceholder: Any { get }
}

extension Optional: AbsentPlaceholder {
  fileprivate static var absentPlaceholder: Any { Wrapped?.none as Any }
}

/// What the runtime knows of an enum that does not list its cases.
///
/// The layout of the records is part of the stable ABI: kind and descriptor of a type, and in the descriptor the
/// numbers of cases with and without associated values.
private struct EnumDescription<Value> {
  private static var enumKind: Int { 0x201 }

  init?(_ type: Value.Type) {
    guard MemoryLayout<Value>.size <= 1 else { return nil }
    let metadata = unsafeBitCast(type as Any.Type, to: UnsafePointer<Int>.self)
    guard metadata.pointee == Self.enumKind,
      let descriptor = UnsafeRawPointer(bitPattern: metadata[1])
    else { return nil }
    let withPayload = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    let withoutPayload = descriptor.load(fromByteOffset: 24, as: UInt32.self)
    guard withPayload == 0, withoutPayload > 0 else { return nil }
  }

  /// The case of tag zero, which is the first.
  var firstCase: Value? {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, to: 0)
    return memory.load(as: Value.self)
  }
}
