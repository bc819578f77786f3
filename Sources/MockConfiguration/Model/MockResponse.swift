public import MockData

/// One answer of a mocked method.
public struct MockResponse: Codable, Sendable, Equatable {
  /// The kind of the response, which decides what other fields it has.
  public var result: MockResult
  /// The value of a success; nil where there is none, which `.some(.null)` is not.
  public var value: AnyCodableValue?
  /// The error that is thrown, or that ends a stream; nil where there is none.
  public var error: MockErrorPayload?
  /// How long the response waits; nil for no delay.
  public var delayMs: MockDelay?
  /// New values of shared state, by key; nil for none.
  public var updateSharedState: [String: AnyCodableValue]?
  /// The name of a gate that must be opened before the response goes on; nil for none.
  public var gate: String?
  /// The values of a stream; nil for all other results.
  public var values: [AnyCodableValue]?
  /// The time between two values of a stream in milliseconds; nil for none.
  public var intervalMs: Int?
  /// The name of the function that computes the answer, such as `OTP.verify#1`, or that may change what a live service
  /// answered; nil for other results.
  public var callback: String?
  /// The arguments that the response answers; nil for any.
  public var match: MatchPattern?
  /// Whether it is no finding in strict mode that the response was never used; nil means false.
  public var optional: Bool?
  /// Whether it is no finding in strict mode that the app's type ignores keys of the value; nil means false.
  public var allowsExtra: Bool?
  /// Where the delay comes from, which is part of no configuration.
  package var delayOrigin = DelayOrigin()
  /// Who counts its uses, which is part of no configuration.
  package var coverage = ResponseCoverage()

  /// The counter of a response where coverage is kept.
  package struct ResponseCoverage: Sendable, Equatable {
    package var unit: CoverageUnit?

    /// Always: who counts does not tell two responses apart.
    package static func == (first: ResponseCoverage, second: ResponseCoverage) -> Bool { true }
  }

  /// Tells a delay that was written for all responses from one that was written for this one.
  package struct DelayOrigin: Sendable, Equatable {
    package var isOfAll = false

    /// Always: where a delay comes from does not tell two responses apart.
    package static func == (first: DelayOrigin, second: DelayOrigin) -> Bool { true }
  }

  /// Creates a response; everything but the result is absent by default.
  public init(
    result: MockResult,
    value: AnyCodableValue? = nil,
    error: MockErrorPayload? = nil,
    delayMs: MockDelay? = nil,
    updateSharedState: [String: AnyCodableValue]? = nil,
    gate: String? = nil,
    values: [AnyCodableValue]? = nil,
    intervalMs: Int? = nil,
    callback: String? = nil,
    match: MatchPattern? = nil,
    optional: Bool? = nil,
    allowsExtra: Bool? = nil
  ) {
    self.result = result
    self.value = value
    self.error = error
    self.delayMs = delayMs
    self.updateSharedState = updateSharedState
    self.gate = gate
    self.values = values
    self.intervalMs = intervalMs
    self.callback = callback
    self.match = match
    self.optional = optional
    self.allowsExtra = allowsExtra
  }

  /// Reads a response; an unknown key, and a field that does not belong to its result, are errors.
  ///
  /// An error may be given as `error` or by `code` and `message` on the response itself.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder))
  }

  /// Writes the response; an error is always written as `error`.
  public func encode(to encoder: any Encoder) throws {
    try encodedValue.encode(to: encoder)
  }
}

extension MockResponse {
  /// Creates a response with a delay of whole milliseconds; the other parameters are those of the other initialiser.
  public init(
    result: MockResult, value: AnyCodableValue? = nil, error: MockErrorPayload? = nil,
    delayMs: Int, updateSharedState: [String: AnyCodableValue]? = nil, gate: String? = nil,
    values: [AnyCodableValue]? = nil, intervalMs: Int? = nil, callback: String? = nil,
    match: MatchPattern? = nil, optional: Bool? = nil, allowsExtra: Bool? = nil
  ) {
    self.init(
      result: result, value: value, error: error, delayMs: MockDelay.fixed(ms: delayMs),
      updateSharedState: updateSharedState, gate: gate, values: values, intervalMs: intervalMs,
      callback: callback, match: match, optional: optional, allowsExtra: allowsExtra)
  }
}

/// The kind of a response.
public enum MockResult: String, Codable, Sendable, CaseIterable {
  /// Returns a value, or nothing.
  case success
  /// Throws an error.
  case error
  /// Gives several values one after the other.
  case stream
  /// Is computed at run time by a responder.
  case callback
  /// Is asked of the live service that the mock stands before.
  case passthrough
}
