/// Clearer messages for the errors of Swift's synthesized decoding of enums.
extension ValueDecoder {
  /// Returns an error that lists the known cases, or nil if the error isn't about the cases of the type.
  func explained<T>(_ error: DecodingError, _ type: T.Type) -> DecodingError? {
    switch error {
    case .dataCorrupted(let context)
    where context.debugDescription.hasPrefix("Cannot initialize \(type) from invalid"):
      let name: String? = if case .string(let name) = value { name } else { nil }
      return corrupted(
        "\(value.shortText) isn't a raw value of \(type)"
          + CaseNames.known(to: type, nearestTo: name), key: nil)
    case .typeMismatch(let mistaken, let context)
    where mistaken == type && context.debugDescription.hasPrefix("Invalid number of keys found"):
      let name: String? =
        if case .dictionary(let members) = value, members.count == 1 { members.keys.first } else {
          nil
        }
      let problem =
        name.map { "\(type) has no case `\($0.escaped)`" }
        ?? "\(value.shortText) isn't a case of \(type)"
      return .dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath, debugDescription: problem, underlyingError: EnumCaseProblem()))
    default: return nil
    }
  }

  /// Returns the error for a value that isn't an object.
  ///
  /// If the value is the name of a case, its associated values may be missing.
  func noObject<Key: CodingKey>(keyedBy type: Key.Type) -> DecodingError {
    let error = mismatch(
      value, expected: "an object", type: [String: AnyCodableValue].self, key: nil)
    guard case .string(let name) = value, Key(stringValue: name) != nil,
      Key(stringValue: "\(name) ") == nil, case .typeMismatch(let type, let context) = error
    else { return error }
    return .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: context.codingPath, debugDescription: context.debugDescription,
        underlyingError: EnumCaseProblem(name: name)))
  }
}
