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
    return ZeroCase.of(type)
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

/// Enums that do not list their cases.
///
/// An enum whose cases have no values is stored as a number, and the first case as zero. So is the first case of any
/// other enum without references whose whole memory is a byte or two; what it turns out to be is asked afterwards. No
/// metadata of the runtime is read.
private enum ZeroCase {
  /// The case that zero stands for; nil for what is no enum, for one with values, and for one of a single case,
  /// which takes no memory and cannot be told from one without any.
  static func of<Value>(_ type: Value.Type) -> Value? {
    let size = MemoryLayout<Value>.size
    guard (1...2).contains(size), _isPOD(type) else { return nil }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: MemoryLayout<Value>.alignment)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let value = memory.load(as: Value.self)
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .enum && mirror.children.isEmpty ? value : nil
  }
}
