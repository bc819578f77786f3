/// How a type is decoded once in order to see what it asks for.
struct ProbeSettings {
  /// Which samples it is given.
  var variant = 0
  /// Whether what may be absent is there.
  var isPresent = true
  /// The request that is refused, counted from zero, and how.
  var fault: (index: Int, kind: ProbeFault)?
  /// Whether its data is no object.
  var refusesObjects = false
  /// The keys that an enum with values is told to find, as numbers of its cases; nil for all keys.
  var cases: [Int]?
}

/// A refusal by which a probe finds out whether a type goes on without a value.
enum ProbeFault: Error {
  /// The key is absent.
  case missing
  /// The value is of another kind.
  case mismatch
}

/// What one decoding of a type has asked for.
final class ProbeRun {
  /// A value that was asked for by its key.
  struct KeyRequest {
    var name: String
    /// The type; nil where it was looked at in a way that says nothing of its shape.
    var type: (any Any.Type)?
    /// Whether it may be absent.
    var isOptional: Bool
  }

  let settings: ProbeSettings
  /// The values that were asked for by key, in their order.
  private(set) var keys: [KeyRequest] = []
  /// The types that the whole value was asked for as.
  private(set) var wholes: [any Any.Type] = []
  /// The names of all keys that its types of keys have.
  private(set) var keyNames: Set<String> = []
  /// Whether one of these has keys beyond any list.
  private(set) var hasOpenKeys = false
  private(set) var isKeyed = false
  /// The cases that an enum with values found, by their names, with what it asked of each.
  var cases: [(name: String, run: ProbeRun)] = []
  /// How many cases the keys stand for; nil where nobody asked which there are.
  private(set) var caseCount: Int?
  /// Why nothing can be said of the type; nil where something can.
  private(set) var oddity: String?
  /// Whether the type has chosen what it is, or what one of its properties is, by code of its own.
  private(set) var isChosen = false
  /// What the type threw.
  var error: (any Error)?
  private var hasRefused = false
  /// Whether it asked for something after it was refused.
  private(set) var wentOn = false

  init(_ settings: ProbeSettings) { self.settings = settings }

  /// Whether a refusal came out as it was, with nothing done about it.
  var gaveUp: Bool {
    guard hasRefused, !wentOn, let error = error as? DecodingError else { return false }
    switch error {
    case .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context), .dataCorrupted(let context):
      return context.underlyingError is ProbeFault
    @unknown default: return false
    }
  }

  /// Takes a request that asks for nothing yet.
  func noteSignOfGoingOn() { if hasRefused { wentOn = true } }

  /// Takes what the type became.
  func take(_ value: Any) {
    let properties = Mirror(reflecting: value).children.map(\.value)
    isChosen =
      Self.isChoice(value)
      || properties.contains { property in
        Self.isChoice(property) && !asks(for: type(of: property))
      }
  }

  private func asks(for property: any Any.Type) -> Bool {
    func absent<Value>(_ type: Value.Type) -> any Any.Type { Value?.self }
    return keys.contains { request in
      guard let type = request.type else { return false }
      return type == property || _openExistential(type, do: absent) == property
    }
  }

  /// Whether a value is one of an enum that has values, there or not.
  private static func isChoice(_ value: Any) -> Bool {
    func isListed<Value>(_ value: Value) -> Bool { EnumCases.all(of: Value.self) != nil }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { isChoice($0.value) } ?? false
    case .enum: return !_openExistential(value, do: isListed)
    default: return false
    }
  }

  func note(_ reason: String) { oddity = oddity ?? reason }

  /// Takes a request for the members of an object.
  ///
  /// - Throws: The refusal, where there is to be none.
  func open<Key: CodingKey>(_ type: Key.Type) throws {
    if hasRefused { wentOn = true }
    isKeyed = true
    if let all = EnumCases.all(of: type) {
      keyNames.formUnion(all.map(\.stringValue))
    } else if MemoryLayout<Key>.size > 0 {
      // An enum of no size has a key at most, which is asked for.
      hasOpenKeys = true
    }
    try refuseObject()
  }

  private func refuseObject() throws {
    guard settings.refusesObjects, !hasRefused else { return }
    hasRefused = true
    throw DecodingError.typeMismatch(
      [String: Any].self,
      DecodingError.Context(
        codingPath: [], debugDescription: "refused by a probe", underlyingError: ProbeFault.mismatch
      ))
  }

  /// The keys that are found where a type asks for all of them.
  func found<Key: CodingKey>(_ type: Key.Type) -> [Key] {
    let all = EnumCases.all(of: type) ?? []
    caseCount = all.count
    guard let cases = settings.cases else { return all }
    return cases.filter(all.indices.contains).map { all[$0] }
  }

  /// Takes a request for the value of a key.
  ///
  /// - Throws: The refusal, where it is this one that is to be refused.
  func ask(_ key: any CodingKey, _ type: (any Any.Type)?, isOptional: Bool) throws {
    if hasRefused { wentOn = true }
    keys.append(KeyRequest(name: key.stringValue, type: type, isOptional: isOptional))
    try refuse(keys.count + wholes.count - 1, key, type ?? Any.self)
  }

  /// Takes a request for the whole value.
  ///
  /// - Throws: The refusal, where it is this one that is to be refused.
  func ask(whole type: any Any.Type) throws {
    if hasRefused { wentOn = true }
    wholes.append(type)
    try refuse(keys.count + wholes.count - 1, nil, type)
  }

  private func refuse(_ index: Int, _ key: (any CodingKey)?, _ type: any Any.Type) throws {
    guard let fault = settings.fault, fault.index == index, !hasRefused else { return }
    hasRefused = true
    let context = DecodingError.Context(
      codingPath: [], debugDescription: "refused by a probe", underlyingError: fault.kind)
    if let key, fault.kind == .missing { throw DecodingError.keyNotFound(key, context) }
    throw DecodingError.typeMismatch(type, context)
  }
}
