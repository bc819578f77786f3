package import MockData

extension MockResponse {
  enum Key: String, ConfigurationKey {
    case result
    case value
    case error
    case code
    case message
    case details
    case delayMs
    case updateSharedState
    case gate
    case values
    case intervalMs
    case staysOpen
    case callback
    case match
    case chance
    case optional
    case ignoresUnknownKeys
    case dribble

    /// The results that allow this field; nil for a field of every response.
    var results: [MockResult]? {
      switch self {
      case .value, .dribble: [.success]
      case .error, .code, .message, .details: [.error, .stream]
      case .values: [.stream]
      case .intervalMs: [.stream, .callback, .passthrough]
      case .staysOpen: [.stream, .callback]
      case .callback: [.callback, .passthrough]
      case .ignoresUnknownKeys: [.success, .stream, .callback]
      case .result, .delayMs, .updateSharedState, .gate, .match, .chance, .optional: nil
      }
    }

    /// The fields of an error that is written in the response itself.
    static let flatError: [Key] = [.code, .message, .details]

    /// The fields that only some results allow.
    static let restricted = allCases.filter { $0.results != nil }
  }

  /// The fields of a response that consists only of data: no callbacks, rules, or flat errors.
  package static let keys = Key.allCases.filter {
    $0 != .callback && $0 != .match && $0 != .chance && !Key.flatError.contains($0)
  }.map(\.rawValue)

  init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    let known = try object.demand(.result) { try $0.name(of: "result", as: MockResult.self) }
    if let known { try Self.checkFields(of: object, result: known) }
    value = object.value(.value)
    error = try node.context.attempt { try Self.readError(object) } ?? nil
    delayMs = try object.read(.delayMs) { try MockDelay(reading: $0) }
    updateSharedState = try object.read(.updateSharedState) { try $0.members() }
    gate = try object.read(.gate) { try $0.string() }
    values = try object.read(.values) { try $0.list() }
    intervalMs = try object.read(.intervalMs) { try $0.milliseconds() }
    staysOpen = try object.read(.staysOpen) { try $0.bool() }
    callback = try object.read(.callback) { try $0.string() }
    match = try object.read(.match) { try MatchPattern(reading: $0.planted) }
    chance = try object.read(.chance) { node in
      let chance = try node.number()
      guard (0...1).contains(chance) else {
        throw node.error(.invalidNumber(found: "\(chance)", expected: "a number from 0 to 1"))
      }
      return chance
    }
    optional = try object.read(.optional) { try $0.bool() }
    ignoresUnknownKeys = try object.read(.ignoresUnknownKeys) { try $0.bool() }
    dribble = try object.read(.dribble) { try MockDribble(reading: $0) }
    guard let known else { throw node.context.collected }
    result = known
    try checkNeeds(of: object)
  }

  /// Reports a response without a field that its result requires.
  private func checkNeeds(of object: ObjectReader<Key>) throws {
    let needed: (key: Key, isMissing: Bool)? =
      switch result {
      case .success, .passthrough: nil
      case .error:
        (.error, object.optional(.error) == nil && !Key.flatError.contains(where: object.has))
      case .stream: (.values, object.optional(.values) == nil)
      case .callback: (.callback, callback?.isEmpty ?? (object.optional(.callback) == nil))
      }
    guard let needed, needed.isMissing else { return }
    try object.note(
      object.node.error(.missingField(needed.key.rawValue, result: result.rawValue)))
  }

  private static func checkFields(of object: ObjectReader<Key>, result: MockResult) throws {
    for key in Key.restricted where object.has(key) {
      guard let results = key.results, !results.contains(result) else { continue }
      try object.note(
        object.error(
          .misplacedField(
            key.rawValue, result: result.rawValue, belongsTo: results.map(\.rawValue)), at: key))
    }
  }

  /// Reads an error: the nested form, or the flat form of the format's first version.
  private static func readError(_ object: ObjectReader<Key>) throws -> MockErrorPayload? {
    let flat = Key.flatError.first { object.has($0) }
    if let nested = object.optional(.error) {
      if let flat { throw object.error(.errorGivenTwice, at: flat) }
      return try MockErrorPayload(reading: nested)
    }
    guard flat != nil else { return nil }
    if let code = object.optional(.code) { code.context.noteFlatError(at: code) }
    let code = try object.demand(.code) { try $0.string() }
    let message = try object.demand(.message) { try $0.string() }
    guard let code, let message else { throw object.node.context.collected }
    return MockErrorPayload(code: code, message: message, details: object.value(.details))
  }

  package var encodedValue: AnyCodableValue { deferredJSON.tree }

  var deferredJSON: DeferredJSON {
    var object = ObjectWriter<Key>()
    object.add(.result, .string(result.rawValue))
    object.add(.value, value)
    object.add(.error, error?.encodedValue)
    object.add(.delayMs, delayMs?.encodedValue)
    object.add(.updateSharedState, updateSharedState.map { .dictionary($0) })
    object.add(.gate, gate.map { .string($0) })
    object.add(.values, values.map { .array($0) })
    object.add(.intervalMs, intervalMs.map { .int($0) })
    object.add(.staysOpen, staysOpen.map { .bool($0) })
    object.add(.callback, callback.map { .string($0) })
    object.add(.match, match?.value)
    object.add(.chance, chance.map { .double($0) })
    object.add(.optional, optional.map { .bool($0) })
    object.add(.ignoresUnknownKeys, ignoresUnknownKeys.map { .bool($0) })
    object.add(.dribble, dribble?.encodedValue)
    return object.json
  }
}
