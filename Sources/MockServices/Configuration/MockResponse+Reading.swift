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
    case callback
    case match
    case optional

    /// The results that this field belongs to; nil for a field of every response.
    var results: [MockResult]? {
      switch self {
      case .value: [.success]
      case .error, .code, .message, .details: [.error, .stream]
      case .values: [.stream]
      case .intervalMs: [.stream, .callback]
      case .callback: [.callback]
      case .result, .delayMs, .updateSharedState, .gate, .match, .optional: nil
      }
    }

    /// The fields that not every result may have.
    static let restricted = allCases.filter { $0.results != nil }
  }

  init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    result = try object.required(.result).name(of: "result", as: MockResult.self)
    try Self.checkFields(of: object, result: result)
    value = object.value(.value)
    error = try Self.readError(object)
    delayMs = try object.optional(.delayMs).map { try MockDelay(reading: $0) }
    updateSharedState = try object.optional(.updateSharedState)?.members()
    gate = try object.optional(.gate)?.string()
    values = try object.optional(.values)?.list()
    intervalMs = try object.optional(.intervalMs)?.milliseconds()
    callback = try object.optional(.callback)?.string()
    match = try object.optional(.match).map { try MatchPattern(reading: $0) }
    optional = try object.optional(.optional)?.bool()
    let needed: (key: Key, isMissing: Bool)? =
      switch result {
      case .success: nil
      case .error: (.error, error == nil)
      case .stream: (.values, values == nil)
      case .callback: (.callback, callback?.isEmpty ?? true)
      }
    if let needed, needed.isMissing {
      throw node.error(.missingField(needed.key.rawValue, result: result.rawValue))
    }
  }

  private static func checkFields(of object: ObjectReader<Key>, result: MockResult) throws {
    for key in Key.restricted {
      guard let results = key.results, !results.contains(result), object.value(key) != nil else {
        continue
      }
      throw object.error(
        .misplacedField(
          key.rawValue, result: result.rawValue, belongsTo: results.map(\.rawValue)), at: key)
    }
  }

  /// Reads the nested form, or the flat one of the format's first description.
  private static func readError(_ object: ObjectReader<Key>) throws -> MockErrorPayload? {
    let flat = [Key.code, .message, .details].first { object.value($0) != nil }
    if let nested = object.optional(.error) {
      if let flat { throw object.error(.errorGivenTwice, at: flat) }
      return try MockErrorPayload(reading: nested)
    }
    guard flat != nil else { return nil }
    return MockErrorPayload(
      code: try object.required(.code).string(),
      message: try object.required(.message).string(),
      details: object.value(.details))
  }

  var encodedValue: AnyCodableValue {
    var object = ObjectWriter<Key>()
    object[.result] = .string(result.rawValue)
    object[.value] = value
    object[.error] = error?.encodedValue
    object[.delayMs] = delayMs?.encodedValue
    object[.updateSharedState] = updateSharedState.map { .dictionary($0) }
    object[.gate] = gate.map { .string($0) }
    object[.values] = values.map { .array($0) }
    object[.intervalMs] = intervalMs.map { .int($0) }
    object[.callback] = callback.map { .string($0) }
    object[.match] = match?.value
    object[.optional] = optional.map { .bool($0) }
    return object.value
  }
}
