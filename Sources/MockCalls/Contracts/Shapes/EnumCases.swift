/// The cases of an enum whose cases have no values, also of one that does not list them.
///
/// Such an enum of 2 to 255 cases is stored as a byte, which counts its cases from zero. What is left of the byte is used
/// for what an `Optional` of it needs besides: its nil is the number of cases. So the memory of a nil tells how many there
/// are, and each number below makes one. Swift's documents on the layout of types promise as much; no metadata of the runtime
/// is read, and what comes out is asked whether it is what was expected.
enum EnumCases {
  /// All cases in the order of their declaration; nil for what is no such enum.
  static func all<Value>(of type: Value.Type) -> [Value]? {
    if let listed = type as? any CaseIterable.Type {
      func cases<Cases: CaseIterable>(_ type: Cases.Type) -> [Value] {
        type.allCases.compactMap { $0 as? Value }
      }
      return cases(listed)
    }
    guard isLaidOutAsExpected, _isPOD(type), type != Bool.self else { return nil }
    // One of no size has a case or none, which its layout does not tell apart. With raw values it has one.
    if MemoryLayout<Value>.size == 0, type is any RawRepresentable.Type {
      let only = value(0, of: type)
      return isCase(only) ? [only] : nil
    }
    guard MemoryLayout<Value>.size == 1, MemoryLayout<Value?>.size == 1 else { return nil }
    return counted(type)
  }

  private static func counted<Value>(_ type: Value.Type) -> [Value]? {
    guard isCase(value(0, of: type)) else { return nil }
    let absent: Value? = nil
    let count = withUnsafeBytes(of: absent) { $0[0] }
    guard count > 1 else { return nil }
    let all = (0..<count).map { value($0, of: type) }
    let names = Set(all.map { "\($0)" })
    guard all.allSatisfy(isCase), names.count == all.count || all.first is any CodingKey else {
      return nil
    }
    return all
  }

  /// Whether a value is a case without values of its own.
  static func isCase<Value>(_ value: Value) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .enum && mirror.children.isEmpty
  }

  /// The value whose memory is a number in its first byte, and zero; of a type without references.
  static func value<Value>(_ number: UInt8, of type: Value.Type) -> Value {
    let size = max(1, MemoryLayout<Value>.size)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: MemoryLayout<Value>.alignment)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    memory.storeBytes(of: number, as: UInt8.self)
    return memory.load(as: Value.self)
  }

  private enum Two { case first, second }
  private enum Five { case first, second, third, fourth, fifth }

  /// Whether enums that are known are stored as this file believes.
  private static let isLaidOutAsExpected: Bool = {
    func count<Value>(_ type: Value.Type) -> UInt8? {
      let absent: Value? = nil
      return MemoryLayout<Value?>.size == 1 ? withUnsafeBytes(of: absent) { $0[0] } : nil
    }
    func number<Value>(_ value: Value) -> UInt8 { withUnsafeBytes(of: value) { $0[0] } }
    return count(Two.self) == 2 && count(Five.self) == 5 && number(Two.second) == 1
      && number(Five.first) == 0 && number(Five.fifth) == 4
  }()
}
