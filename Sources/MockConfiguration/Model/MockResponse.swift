public import MockData

/// One response of a mocked method.
public struct MockResponse: Codable, Sendable, Equatable {
  /// The kind of the response, which determines its other fields.
  public var result: MockResult
  /// The value of a success; nil if there is no value, unlike `.some(.null)`.
  public var value: AnyCodableValue?
  /// The error to throw, or the error that ends a stream, if any.
  public var error: MockErrorPayload?
  /// The delay of the response; nil for none.
  public var delayMs: MockDelay?
  /// New values of shared state, by key; nil for none.
  public var updateSharedState: [String: AnyCodableValue]?
  /// The name of a gate that must open before the response continues; nil for none.
  public var gate: String?
  /// The values of a stream; nil for all other results.
  public var values: [AnyCodableValue]?
  /// The time between two values of a stream in milliseconds; nil for none.
  public var intervalMs: Int?
  /// Whether a stream stays open after its values, for values that a test or a function pushes; nil means false.
  public var staysOpen: Bool?
  /// The name of a function, such as `OTP.verify#1`, that computes the response or can change a live response; nil for
  /// other results.
  public var callback: String?
  /// The arguments that the response applies to; nil for any arguments.
  public var match: MatchPattern?
  /// The share of the calls that get this response, from 0 to 1; nil for a response of the sequence.
  ///
  /// The scenario's seed, the method, and the number of the call decide. A response with a chance isn't part of the
  /// sequence, which continues with the next call that gets none of them.
  public var chance: Double?
  /// Whether the response may remain unused in strict mode; nil means false.
  public var optional: Bool?
  /// Whether the app's type may ignore keys of the value in strict mode; nil means false.
  public var ignoresUnknownKeys: Bool?
  /// The slow delivery of a route's body; nil if it's sent as a whole.
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

  /// Whether a delay was set for all responses or only for this one.
  package struct DelayOrigin: Sendable, Equatable {
    package var isOfAll = false

    /// Always returns true, because responses don't differ by the origins of their delays.
    package static func == (first: DelayOrigin, second: DelayOrigin) -> Bool { true }
  }

  /// Creates a response; by default, every parameter except the result is nil.
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

  /// Reads a response.
  ///
  /// An unknown key, or a field that the result doesn't allow, is an error. An error can be written as `error`, or as
  /// `code` and `message` in the response itself.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder))
  }

  /// Encodes the response.
  ///
  /// An error is always encoded as `error`.
  public func encode(to encoder: any Encoder) throws {
    try encodedValue.encode(to: encoder)
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
  /// A function computes the response at run time.
  case callback
  /// Calls the live service that the mock forwards to.
  case passthrough
}
