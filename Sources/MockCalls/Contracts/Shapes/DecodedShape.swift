internal import MockData

/// Finds the shape of a type by decoding it repeatedly.
struct DecodedShape<Known: Decodable> {
  private let type: Known.Type
  private let probe: ShapeProbe

  init(_ type: Known.Type, by probe: ShapeProbe) { (self.type, self.probe) = (type, probe) }

  var shape: TypeShape {
    let first = run(ProbeSettings())
    if let oddity = first.oddity { return .unknown("\(Self.odd): \(oddity)") }
    if first.isKeyed {
      let refused = run(ProbeSettings(refusesObjects: true))
      guard refused.gaveUp, refused.oddity == nil else {
        return .unknown("\(Self.odd): it may not be an object")
      }
    }
    if first.caseCount != nil { return choice(first) }
    switch (first.isKeyed, first.wholes.count) {
    case (true, 0):
      return ObjectProbe(probe: probe, encodedKeys: encodedKeys) { run($0) }.shape
    case (false, 1): return whole(first.wholes[0])
    case (false, 0):
      return first.error == nil ? .anything : .unknown("\(Self.odd): it reads no keys")
    default: return .unknown("\(Self.odd): it tries one form after the other")
    }
  }

  private static var odd: String { "it has a custom `init(from:)`" }

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
    guard refused.gaveUp else { return .unknown("\(Self.odd): it tries one form after the other") }
    let runs = (0..<ProbeSamples.variantCount).map { run(ProbeSettings(variant: $0)) }
    guard runs.allSatisfy({ $0.oddity == nil && $0.wholes.count == 1 && $0.wholes[0] == inner })
    else {
      return .unknown("\(Self.odd): the keys that it reads depend on the data")
    }
    let shape = probe.shape(of: inner)
    return runs.allSatisfy { $0.error == nil } ? shape : .refined(shape)
  }

  /// Returns the shape of an enum with associated values: an object whose only key is a case.
  private func choice(_ first: ProbeRun) -> TypeShape {
    guard let count = first.caseCount, count > 0 else {
      return .unknown("\(Self.odd): it reads all keys that exist")
    }
    guard run(ProbeSettings(cases: [])).error != nil,
      count == 1 || run(ProbeSettings(cases: [0, 1])).error != nil
    else { return .unknown("\(Self.odd): it reads several keys") }
    var cases: [String: TypeShape] = [:]
    for index in 0..<count {
      let found = run(ProbeSettings(cases: [index]))
      guard found.oddity == nil, found.cases.count + found.keys.count == 1 else {
        return .unknown("\(Self.odd): it isn't an enum with one key for each case")
      }
      if let key = found.keys.first {
        cases[key.name] =
          key.type.map { probe.shape(of: $0) } ?? .unknown("it is read in another way")
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
    return cases.count == count ? .choice(cases) : .unknown("\(Self.odd): its cases share keys")
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
