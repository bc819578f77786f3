/// Finds the cases of an enum without associated values, even if it isn't `CaseIterable`.
///
/// An enum with 2 to 255 cases is stored as a byte that numbers its cases, starting at 0. `Optional` uses the remaining
/// values of the byte, so the byte of its `nil` is the number of cases, and every smaller number is a case. Swift's
/// documentation of type layout guarantees this. No runtime metadata is read, and the results are checked.
enum EnumCases {
  /// Returns all cases of an enum in the order of their declaration, or `nil` for any other type.
  static func all<Value>(of type: Value.Type) -> [Value]? {
    if let listed = type as? any CaseIterable.Type {
      func cases<Cases: CaseIterable>(_ type: Cases.Type) -> [Value] {
        type.allCases.compactMap { $0 as? Value }
      }
      return cases(listed)
    }
    guard isLaidOutAsExpected, _isPOD(type), type != Bool.self else { return nil }
    // An enum of size 0 has one case or none, and the layout doesn't show which. With raw values, it has one.
    if MemoryLayout<Value>.size == 0, type is any RawRepresentable.Type {
      let only = value(0, of: type)
      return isCase(only) ? [only] : nil
    }
    guard MemoryLayout<Value>.size == 1, MemoryLayout<Value?>.size == 1 else { return nil }
    return counted(type)
  }

  /// Returns the first case of an enum without associated values, or `nil` for any other type.
  ///
  /// Such an enum is stored as a number, and its first case is 0. The same is true of any other enum that has no
  /// references and occupies one or two bytes. The resulting value is checked. No runtime metadata is read.
  ///
  /// An error enum with a single case occupies no memory. Neither does an enum without cases, but this method is never
  /// called for such a type: `Never` is excluded, and the compiler recognizes error types without values.
  static func first<Value>(of type: Value.Type) -> Value? {
    if type is any CaseIterable.Type { return all(of: type)?.first }
    let size = MemoryLayout<Value>.size
    guard size <= 2, _isPOD(type), type != Never.self, size > 0 || type is any Error.Type else {
      return nil
    }
    let value = value(0, of: type)
    return isCase(value) ? value : nil
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

  /// Returns whether a value is an enum case without associated values.
  static func isCase<Value>(_ value: Value) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .enum && mirror.children.isEmpty
  }

  /// Returns the value whose first byte is a given number and whose other bytes are zero.
  ///
  /// The type must not contain references.
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

  /// Whether some known enums have the memory layout that this file requires.
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
