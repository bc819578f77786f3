public import MockData

/// One response of a mocked method.
///
/// In JSON, an error response can have its payload in `error`, or its `code` and `message` directly in the response. An
/// error is always written in `error`. Decoding fails if the response has an unknown key, or a field that its result
/// doesn't allow.
public struct MockResponse: Codable, Sendable, Equatable, ConfigurationValue {
  /// The kind of the response, which determines which other fields are allowed.
  public var result: MockResult
  /// The value of a successful response, if any.
  ///
  /// A JSON `null` is `.some(.null)`, not nil.
  public var value: AnyCodableValue?
  /// The error to throw, or the error that ends a stream, if any.
  public var error: MockErrorPayload?
  /// The delay of the response, if any.
  public var delayMs: MockDelay?
  /// New values of shared state by key, if any.
  public var updateSharedState: [String: AnyCodableValue]?
  /// The name of the gate that must open before the response continues, if any.
  public var gate: String?
  /// The values of a stream; nil for all other results.
  public var values: [AnyCodableValue]?
  /// The time between two values of a stream in milliseconds; nil means 0.
  public var intervalMs: Int?
  /// Whether a stream stays open after its values, for values that a test or a function pushes; nil means false.
  public var staysOpen: Bool?
  /// The name of the function that computes the response, or that can change the live service's response; nil for other
  /// results.
  ///
  /// An example is `OTP.verify#1`.
  public var callback: String?
  /// The pattern for the arguments that the response applies to; nil for any arguments.
  public var match: MatchPattern?
  /// The fraction of calls that get this response, from 0 to 1; nil for a response in the sequence.
  ///
  /// The choice depends only on the scenario's seed, the method, and the number of the call. A response with a chance
  /// isn't part of the sequence, and a call that gets it doesn't advance the sequence.
  public var chance: Double?
  /// Whether the response may remain unused in strict mode; nil means false.
  public var optional: Bool?
  /// Whether the app's type may ignore keys of the value in strict mode; nil means false.
  public var ignoresUnknownKeys: Bool?
  /// The slow delivery of a route's body; nil to send the body as a whole.
  public var dribble: MockDribble?
  /// The origin of the delay, which isn't encoded.
  package var delayOrigin = DelayOrigin()
  /// The counter of the response's uses, which isn't encoded.
  package var coverage = ResponseCoverage()

  /// The counter of a response's uses, if coverage is on.
  package struct ResponseCoverage: Sendable, Equatable {
    package var unit: CoverageUnit?

    /// Always returns true, because responses don't differ by their counters.
    package static func == (first: ResponseCoverage, second: ResponseCoverage) -> Bool { true }
  }

  /// The origin of a delay: a setting for all responses, or the response itself.
  package struct DelayOrigin: Sendable, Equatable {
    package var isOfAll = false

    /// Always returns true, because responses don't differ by the origins of their delays.
    package static func == (first: DelayOrigin, second: DelayOrigin) -> Bool { true }
  }

  /// Creates a response.
  ///
  /// Every parameter except the result is nil by default.
  public init(
    result: MockResult,
    value: AnyCodableValue? = nil,
    error: MockErrorPayload? = nil,
    delayMs: MockDelay? = nil,
    updateSharedState: [String: AnyCodableValue]? = nil,
    gate: String? = nil,
    values: [AnyCodableValue]? = nil,
    intervalMs: Int? = nil,
    staysOpen: Bool? = nil,
    callback: String? = nil,
    match: MatchPattern? = nil,
    chance: Double? = nil,
    optional: Bool? = nil,
    ignoresUnknownKeys: Bool? = nil
  ) {
    self.result = result
    self.value = value
    self.error = error
    self.delayMs = delayMs
    self.updateSharedState = updateSharedState
    self.gate = gate
    self.values = values
    self.intervalMs = intervalMs
    self.staysOpen = staysOpen
    self.callback = callback
    self.match = match
    self.chance = chance
    self.optional = optional
    self.ignoresUnknownKeys = ignoresUnknownKeys
  }
}

extension MockResponse {
  /// Creates a response with a fixed delay in milliseconds.
  public init(
    result: MockResult, value: AnyCodableValue? = nil, error: MockErrorPayload? = nil,
    delayMs: Int, updateSharedState: [String: AnyCodableValue]? = nil, gate: String? = nil,
    values: [AnyCodableValue]? = nil, intervalMs: Int? = nil, callback: String? = nil,
    match: MatchPattern? = nil, optional: Bool? = nil, ignoresUnknownKeys: Bool? = nil
  ) {
    self.init(
      result: result, value: value, error: error, delayMs: MockDelay.fixed(ms: delayMs),
      updateSharedState: updateSharedState, gate: gate, values: values, intervalMs: intervalMs,
      callback: callback, match: match, optional: optional, ignoresUnknownKeys: ignoresUnknownKeys)
  }
}

/// The kind of a response.
public enum MockResult: String, Codable, Sendable, CaseIterable {
  /// Returns a value, or nothing.
  case success
  /// Throws an error.
  case error
  /// Returns several values one after another.
  case stream
  /// Calls a function that computes the response at run time.
  case callback
  /// Passes the call through to the live service.
  case passthrough
}

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

  /// Fields for callbacks, rules, and flat errors aren't included.
  package static let keys = Key.allCases.filter {
    $0 != .callback && $0 != .match && $0 != .chance && !Key.flatError.contains($0)
  }.map(\.rawValue)

  package init(reading node: ConfigurationNode) throws {
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

  /// Reports an error if the response lacks a field that its result requires.
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
    for key in Key.restricted where object.optional(key) != nil {
      guard let results = key.results, !results.contains(result) else { continue }
      try object.note(
        object.error(
          .misplacedField(
            key.rawValue, result: result.rawValue, belongsTo: results.map(\.rawValue)), at: key))
    }
  }

  /// Reads an error: the nested form, or the flat form of the format's first version.
  private static func readError(_ object: ObjectReader<Key>) throws -> MockErrorPayload? {
    let flat = Key.flatError.first { object.optional($0) != nil }
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

/// The error that a mocked method throws, as written in the configuration.
public struct MockErrorPayload: Codable, Sendable, Equatable, ConfigurationValue {
  /// The code by which the app identifies the error.
  public var code: String
  /// The human-readable message.
  public var message: String
  /// Additional data about the error; nil by default.
  public var details: AnyCodableValue?

  /// Creates a payload, without details by default.
  public init(code: String, message: String, details: AnyCodableValue? = nil) {
    self.code = code
    self.message = message
    self.details = details
  }
}

extension MockErrorPayload {
  enum Key: String, ConfigurationKey {
    case code
    case message
    case details
  }

  package init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    let code = try object.demand(.code) { try $0.string() }
    let message = try object.demand(.message) { try $0.string() }
    guard let code, let message else { throw node.context.collected }
    self.init(code: code, message: message, details: object.value(.details))
  }

  package var encodedValue: AnyCodableValue {
    AnyCodableValue([Key.code: .string(code), .message: .string(message), .details: details])
  }
}
