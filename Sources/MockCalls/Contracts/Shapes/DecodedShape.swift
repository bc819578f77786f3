internal import MockData

/// Finds the shape of a type by decoding it repeatedly.
struct DecodedShape<Known: Decodable> {
  private let type: Known.Type
  private let probe: ShapeProbe

  init(_ type: Known.Type, by probe: ShapeProbe) { (self.type, self.probe) = (type, probe) }

  var shape: TypeShape {
    let first = run(ProbeSettings())
    if let reason = first.unsupportedReason {
      return .unknown("\(Self.customDecoding), and \(reason)")
    }
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
      run.take(try Known(from: SampleDecoder(run)))
    } catch {
      run.error = error
    }
    return run
  }

  /// Returns the shape of a type that decodes only a single value of another type.
  private func whole(_ inner: any Any.Type) -> TypeShape {
    let refused = run(ProbeSettings(fault: (0, .mismatch)))
    guard refused.onlyRethrew else {
      return .unknown("\(Self.customDecoding) that tries several forms in turn")
    }
    let runs = (0..<Samples.variantCount).map {
      run(ProbeSettings(samples: Samples(variant: $0)))
    }
    guard
      runs.allSatisfy({
        $0.unsupportedReason == nil && $0.wholes.count == 1 && $0.wholes[0] == inner
      })
    else {
      return .unknown("\(Self.customDecoding) that reads different keys for different data")
    }
    let shape = probe.shape(of: inner)
    return runs.allSatisfy { $0.error == nil } ? shape : .refined(shape)
  }

  /// Returns the shape of an enum with associated values, which is an object with a case as its only key.
  private func choice(_ first: ProbeRun) -> TypeShape {
    guard let count = first.caseCount, count > 0 else {
      return .unknown("\(Self.customDecoding) that reads every key")
    }
    guard run(ProbeSettings(cases: [])).error != nil,
      count == 1 || run(ProbeSettings(cases: [0, 1])).error != nil
    else { return .unknown("\(Self.customDecoding) that reads several keys") }
    var cases: [String: TypeShape] = [:]
    for index in 0..<count {
      let found = run(ProbeSettings(cases: [index]))
      guard found.unsupportedReason == nil, found.cases.count + found.keys.count == 1 else {
        return .unknown("\(Self.customDecoding) that doesn't read exactly one key for each case")
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

  /// The keys that the type encodes, or `nil` if the type isn't `Encodable` or the keys are unknown.
  private var encodedKeys: Set<String>? {
    guard let value = try? Samples().sample(type),
      let encodable = value as? any Encodable,
      case .dictionary(let members)? = try? AnyCodableValueEncoder().encode(encodable)
    else { return nil }
    return Set(members.keys)
  }
}

/// Finds the raw values of an enum, which are its only valid data.
enum RawShape {
  /// Returns the shape of an enum with raw values, or `nil` for any other type.
  ///
  /// If `decodesTypes` is true, the type is decoded to find out whether it also accepts other values.
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

  /// Returns a raw value as data, or `nil` if its type is unusual for the raw values of an enum.
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
