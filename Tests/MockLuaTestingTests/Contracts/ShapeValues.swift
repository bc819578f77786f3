import MockData

@testable import MockCalls

/// Generates data that matches a shape, or nearly does.
struct ShapeValues {
  let types: [String: TypeShape]
  private var state: UInt64
  /// The probability of an error, in percent.
  private let faults: UInt64

  init(types: [String: TypeShape], seed: UInt64, faults: UInt64 = 0) {
    (self.types, self.faults) = (types, faults)
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  private mutating func next(_ count: UInt64) -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state % count
  }

  private mutating func isFaulty() -> Bool { faults > 0 && next(100) < faults }

  private static let strays: [AnyCodableValue] = [
    .null, true, 7, -1, 1.5, "text", "12", [], [1], ["stray": 1], "2026-01-31T09:30:00Z",
    .int(70_000),
  ]

  mutating func value(_ shape: TypeShape, depth: Int = 0) -> AnyCodableValue {
    if isFaulty() { return Self.strays[Int(next(UInt64(Self.strays.count)))] }
    switch shape {
    case .scalar(let scalar): return single(scalar)
    case .anything, .unknown: return "anything"
    case .optional(let shape):
      return depth > 6 || next(3) == 0 ? .null : value(shape, depth: depth + 1)
    case .refined(let shape): return value(shape, depth: depth)
    case .list(let shape):
      return .array(depth > 6 ? [] : (0..<next(3)).map { _ in value(shape, depth: depth + 1) })
    case .map(let keys, let shape):
      let names = keys == .int ? ["1", "20"] : ["a", "b c"]
      return .dictionary(
        Dictionary(
          uniqueKeysWithValues: names.prefix(Int(next(3))).map {
            ($0, value(shape, depth: depth + 1))
          }))
    case .type(let name): return value(types[name] ?? .unknown(""), depth: depth)
    case .object(let object):
      var members: [String: AnyCodableValue] = [:]
      for (key, shape) in object.keys.sortedByKeyBytes() {
        if case .optional = shape, depth > 6 || next(3) == 0 { continue }
        if isFaulty() { continue }
        members[key] = value(shape, depth: depth + 1)
      }
      if isFaulty() { members["stray"] = 1 }
      return .dictionary(members)
    case .choice(let cases):
      let all = cases.sortedByKeyBytes()
      // The first of these test types aren't recursive.
      let (name, shape) = all[depth > 6 ? 0 : Int(next(UInt64(all.count)))]
      return .dictionary([isFaulty() ? "stray" : name: value(shape, depth: depth + 1)])
    case .values(let values, _): return values[Int(next(UInt64(values.count)))]
    }
  }

  private mutating func single(_ scalar: TypeShape.Scalar) -> AnyCodableValue {
    switch scalar {
    case .bool: .bool(next(2) == 0)
    case .string: .string(["", "text", "a b", "é"][Int(next(4))])
    case .number: next(2) == 0 ? 1.5 : 3
    case .decimal: next(2) == 0 ? "19.99" : 4
    case .date: next(2) == 0 ? "2026-01-31T09:30:00Z" : 700_000_000
    case .url: "https://example.com/a?b=c"
    case .data: "aGk="
    case .uuid: "6F9619FF-8B86-4D01-B42D-00CF4FC964FF"
    default: .int(Int(next(100)))
    }
  }
}

extension TypeShape {
  /// Whether the type can reject values of the shape, or part of the shape is unknown.
  func isVague(_ types: [String: TypeShape], _ seen: Set<String> = []) -> Bool {
    switch self {
    case .scalar, .anything: false
    case .values(_, let isOpen): isOpen
    case .unknown, .refined: true
    case .optional(let shape), .list(let shape), .map(_, let shape): shape.isVague(types, seen)
    case .type(let name):
      seen.contains(name) ? false : types[name]?.isVague(types, seen.union([name])) ?? true
    case .object(let object): object.keys.values.contains { $0.isVague(types, seen) }
    case .choice(let cases): cases.values.contains { $0.isVague(types, seen) }
    }
  }
}

/// Decodes data generated from a type's shape.
struct ShapeTrial {
  /// The contradictions between the shape and the decoder, one sentence each.
  private(set) var contradictions: [String] = []
  private(set) var shape: TypeShape
  private(set) var types: [String: TypeShape]
  private(set) var isVague: Bool

  init<Known: Decodable>(_ type: Known.Type, rounds: UInt64 = 120) {
    let probe = ShapeProbe()
    shape = probe.shape(of: type)
    types = probe.types
    isVague = shape.isVague(types)
    for seed in 0..<rounds {
      // Half of the values have errors.
      var values = ShapeValues(types: types, seed: seed + 1, faults: seed % 2 == 0 ? 0 : 4)
      let value = values.value(shape)
      let problems = ShapeCheck.problems(of: value, shape, types: types)
      let refused = problems.compactMap { problem in
        if case .refused(let reason) = problem.kind { reason } else { nil }
      }
      do {
        let ignored = try AnyCodableValueDecoder().decodeWatching(type, from: value).watch.ignored
        if !refused.isEmpty {
          contradictions.append("takes \(value.shortText), of which is said: \(refused[0])")
        }
        let told = problems.count { if case .ignored = $0.kind { true } else { false } }
        if refused.isEmpty, told > ignored.count {
          contradictions.append("reads what is said to be ignored of \(value.shortText)")
        }
      } catch {
        if refused.isEmpty, !isVague {
          contradictions.append("refuses \(value.shortText): \(error)")
        }
      }
    }
  }
}
