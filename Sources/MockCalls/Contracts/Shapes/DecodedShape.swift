internal import MockData

/// Finds the shape of a type by decoding it repeatedly.
struct DecodedShape<Known: Decodable> {
  private let type: Known.Type
  private let probe: ShapeProbe

  init(_ type: Known.Type, by probe: ShapeProbe) { (self.type, self.probe) = (type, probe) }

  var shape: TypeShape {
    let first = run(ProbeSettings())
    if let reason = first.unsupportedReason { return .unknown("\(Self.customDecoding): \(reason)") }
    if first.isKeyed {
      let refused = run(ProbeSettings(refusesObjects: true))
      guard refused.onlyRethrew, refused.unsupportedReason == nil else {
        return .unknown("\(Self.customDecoding): it might not be an object")
      }
    }
    if first.caseCount != nil { return choice(first) }
    switch (first.isKeyed, first.wholes.count) {
    case (true, 0):
      return ObjectProbe(probe: probe, encodedKeys: encodedKeys) { run($0) }.shape
    case (false, 1): return whole(first.wholes[0])
    case (false, 0):
      return first.error == nil ? .anything : .unknown("\(Self.customDecoding) that reads no keys")
    default: return .unknown("\(Self.customDecoding) that tries several forms in turn")
    }
  }

  private static var customDecoding: String { "it has a custom `init(from:)`" }

  private func run(_ settings: ProbeSettings) -> ProbeRun {
    let run = ProbeRun(settings)
    do {
      run.take(try Known(from: ProbingDecoder(run)))
    } catch {
      run.error = error
    }
    return run
  }

  /// Returns the shape of a type that decodes as a single value of another type.
  private func whole(_ inner: any Any.Type) -> TypeShape {
    let refused = run(ProbeSettings(fault: (0, .mismatch)))
    guard refused.onlyRethrew else {
      return .unknown("\(Self.customDecoding) that tries several forms in turn")
    }
    let runs = (0..<ProbeSamples.variantCount).map { run(ProbeSettings(variant: $0)) }
    guard
      runs.allSatisfy({
        $0.unsupportedReason == nil && $0.wholes.count == 1 && $0.wholes[0] == inner
      })
    else {
      return .unknown("\(Self.customDecoding): the keys that it reads depend on the data")
    }
    let shape = probe.shape(of: inner)
    return runs.allSatisfy { $0.error == nil } ? shape : .refined(shape)
  }

  /// Returns the shape of an enum with associated values: an object whose only key is a case.
  private func choice(_ first: ProbeRun) -> TypeShape {
    guard let count = first.caseCount, count > 0 else {
      return .unknown("\(Self.customDecoding): it reads all keys that exist")
    }
    guard run(ProbeSettings(cases: [])).error != nil,
      count == 1 || run(ProbeSettings(cases: [0, 1])).error != nil
    else { return .unknown("\(Self.customDecoding): it reads several keys") }
    var cases: [String: TypeShape] = [:]
    for index in 0..<count {
      let found = run(ProbeSettings(cases: [index]))
      guard found.unsupportedReason == nil, found.cases.count + found.keys.count == 1 else {
        return .unknown("\(Self.customDecoding): it isn't an enum with one key for each case")
      }
      if let key = found.keys.first {
        cases[key.name] =
          key.type.map { probe.shape(of: $0) } ?? .unknown("it is decoded in a different way")
      } else {
        cases[found.cases[0].name] =
          ObjectProbe(probe: probe, encodedKeys: nil) { settings in
            var settings = settings
            settings.cases = [index]
            let whole = run(settings)
            let inner = whole.cases.first?.run
            inner?.error = whole.error
            return inner ?? whole
          }.shape
      }
    }
    return cases.count == count
      ? .choice(cases) : .unknown("\(Self.customDecoding): its cases share keys")
  }

  /// The keys that the type writes if it is also `Encodable`, or `nil` if they are unknown.
  private var encodedKeys: Set<String>? {
    guard let value = try? ProbeSamples(ProbeSettings(), depth: 0).sample(type),
      let encodable = value as? any Encodable,
      case .dictionary(let members)? = try? AnyCodableValueEncoder().encode(encodable)
    else { return nil }
    return Set(members.keys)
  }
}

/// Finds the cases of an enum without associated values, even if it isn't `CaseIterable`.
///
/// An enum with 2 to 255 cases is stored as a byte that numbers its cases from zero. `Optional` uses the remaining
/// values of the byte, so its `nil` equals the number of cases. The memory of a `nil` then gives the number of cases,
/// and every smaller number is a case. Swift's documents on type layout guarantee this. No runtime metadata is read,
/// and the results are checked.
enum EnumCases {
  /// Returns all cases in the order of their declaration, or `nil` for any other type.
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

  /// Whether some known enums have the memory layout that this file relies on.
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

/// Finds the raw values of an enum, which are its only valid data.
enum RawShape {
  /// Returns the shape of an enum with raw values, or `nil` for any other type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - decodesTypes: Whether to decode the type to find out whether it accepts other values.
  /// - Returns: The shape.
  static func of(_ type: any Any.Type, decodesTypes: Bool) -> TypeShape? {
    func opened<Raw: RawRepresentable>(_ type: Raw.Type) -> TypeShape? {
      guard let cases = EnumCases.all(of: type), !cases.isEmpty else { return nil }
      let values = cases.compactMap { data(of: $0.rawValue) }
      guard values.count == cases.count else { return nil }
      guard decodesTypes, let decodable = type as? any Decodable.Type else {
        return .values(values, isOpen: false)
      }
      guard values.allSatisfy({ takes(decodable, $0) }) else { return nil }
      return .values(
        values, isOpen: unlistedValues(besides: values).contains { takes(decodable, $0) })
    }
    return (type as? any RawRepresentable.Type).flatMap { opened($0) }
  }

  /// Returns the data of a raw value, or `nil` if enums rarely have raw values of that type.
  private static func data(of raw: Any) -> AnyCodableValue? {
    switch raw {
    case let text as String: .string(text)
    case let number as any FixedWidthInteger: Int(exactly: number).map { .int($0) }
    case let number as Double: .double(number)
    default: nil
    }
  }

  private static func takes<Known: Decodable>(_ type: Known.Type, _ value: AnyCodableValue) -> Bool
  {
    (try? AnyCodableValueDecoder().decode(type, from: value)) != nil
  }

  /// Returns values that aren't among the given raw values.
  private static func unlistedValues(besides values: [AnyCodableValue]) -> [AnyCodableValue] {
    let numbers = (0...values.count).lazy.map { AnyCodableValue.int($0) }
    return ["no case of any enum", "", .int(101)].filter { !values.contains($0) }
      + (numbers.first { !values.contains($0) }.map { [$0] } ?? [])
  }
}
