/// What Swift's own decoding of enums says of an unknown case, in the words of this decoder.
extension ValueDecoder {
  /// The error with the cases that are known; nil for one that has nothing to do with the cases of a type.
  func explained<T>(_ error: DecodingError, _ type: T.Type) -> DecodingError? {
    switch error {
    case .dataCorrupted(let context)
    where context.debugDescription.hasPrefix("Cannot initialize \(type) from invalid"):
      let name: String? = if case .string(let name) = value { name } else { nil }
      return corrupted(
        "\(value.shortText) is no raw value of \(type)"
          + CaseNames.known(to: type, nearestTo: name), key: nil)
    case .typeMismatch(let mistaken, let context)
    where mistaken == type && context.debugDescription.hasPrefix("Invalid number of keys found"):
      let name: String? =
        if case .dictionary(let members) = value, members.count == 1 { members.keys.first } else {
          nil
        }
      let problem =
        name.map { "\(type) has no case `\($0.escaped)`" }
        ?? "\(value.shortText) is no case of \(type)"
      return .dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath, debugDescription: problem, underlyingError: EnumCaseProblem()))
    default: return nil
    }
  }

  /// The error of a value that is no object; one that is the name of a case may lack the values of the case.
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
