internal import MockData

/// The settings for decoding a type once to find out what it requests.
struct ProbeSettings {
  var samples = Samples()
  /// The index of the request to reject, starting at 0, and the error to reject it with.
  var fault: (index: Int, kind: ProbeFault)?
  /// Whether requests for an object fail.
  var refusesObjects = false
  /// The numbers of the cases to offer to an enum with associated values, or `nil` to offer all cases.
  var cases: [Int]?
}

/// An error that a probe throws, to find out whether a type can be decoded without a value.
enum ProbeFault: Error {
  /// The key is absent.
  case missing
  /// The value has another type.
  case mismatch
}

/// The requests that a type makes while it is decoded once.
final class ProbeRun {
  /// A value that was requested by key.
  struct KeyRequest {
    var name: String
    /// The requested type, or `nil` if the request says nothing about the shape.
    var type: (any Any.Type)?
    /// Whether the value may be absent.
    var isOptional: Bool
  }

  let settings: ProbeSettings
  /// The values that were requested by key, in order.
  private(set) var keys: [KeyRequest] = []
  /// The types that were requested for the whole value.
  private(set) var wholes: [any Any.Type] = []
  /// The names of all keys in the type's key types.
  private(set) var keyNames: Set<String> = []
  /// Whether one of the type's key types allows any number of keys.
  private(set) var hasOpenKeys = false
  private(set) var isKeyed = false
  /// The cases that were offered to an enum with associated values, by name, and the requests for each case.
  var cases: [(name: String, run: ProbeRun)] = []
  /// The number of the enum's cases, or `nil` if the type didn't list its keys.
  private(set) var caseCount: Int?
  /// The reason why the shape can't be determined, or `nil` if it can.
  private(set) var unsupportedReason: String?
  /// Whether the decoded value, or one of its properties, is an enum case that the type's own code has selected.
  private(set) var isChosen = false
  /// The error that the type threw.
  var error: (any Error)?
  private var hasRefused = false
  /// Whether the type made another request after one was rejected.
  private(set) var continued = false

  init(_ settings: ProbeSettings) { self.settings = settings }

  /// Whether the type only passed on the probe's error after a request was rejected.
  var onlyRethrew: Bool {
    hasRefused && !continued
      && (error as? DecodingError)?.context?.underlyingError is ProbeFault
  }

  /// Records that the type continues, although the request doesn't ask for a value yet.
  func noteContinuation() { if hasRefused { continued = true } }

  /// Records the decoded value.
  func take(_ value: Any) {
    let properties = Mirror(reflecting: value).children.map(\.value)
    isChosen =
      Self.isChoice(value)
      || properties.contains { property in
        Self.isChoice(property) && !hasRequest(for: type(of: property))
      }
  }

  private func hasRequest(for property: any Any.Type) -> Bool {
    func absent<Value>(_ type: Value.Type) -> any Any.Type { Value?.self }
    return keys.contains { request in
      guard let type = request.type else { return false }
      return type == property || _openExistential(type, do: absent) == property
    }
  }

  /// Returns whether a value is an enum with associated values, or an optional that contains one.
  private static func isChoice(_ value: Any) -> Bool {
    func isListed<Value>(_ value: Value) -> Bool { EnumCases.all(of: Value.self) != nil }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { isChoice($0.value) } ?? false
    case .enum: return !_openExistential(value, do: isListed)
    default: return false
    }
  }

  func note(_ reason: String) { unsupportedReason = unsupportedReason ?? reason }

  /// Records a request for the members of an object, or throws a `DecodingError` if the settings reject objects.
  func open<Key: CodingKey>(_ type: Key.Type) throws {
    if hasRefused { continued = true }
    isKeyed = true
    if let all = EnumCases.all(of: type) {
      keyNames.formUnion(all.map(\.stringValue))
    } else if MemoryLayout<Key>.size > 0 {
      // An enum of size 0 has at most one key, which is then requested.
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

  /// Returns all keys that a type finds if it asks for the list of keys.
  func found<Key: CodingKey>(_ type: Key.Type) -> [Key] {
    let all = EnumCases.all(of: type) ?? []
    caseCount = all.count
    guard let cases = settings.cases else { return all }
    return cases.filter(all.indices.contains).map { all[$0] }
  }

  /// Records a request for the value of a key, or throws a `DecodingError` if the settings reject the request.
  func ask(_ key: any CodingKey, _ type: (any Any.Type)?, isOptional: Bool) throws {
    if hasRefused { continued = true }
    keys.append(KeyRequest(name: key.stringValue, type: type, isOptional: isOptional))
    try refuse(keys.count + wholes.count - 1, key, type ?? Any.self)
  }

  /// Records a request for the whole value, or throws a `DecodingError` if the settings reject the request.
  func ask(whole type: any Any.Type) throws {
    if hasRefused { continued = true }
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
