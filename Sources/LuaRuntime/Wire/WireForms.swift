internal import MockData

extension WireDecoder {
  /// Decodes a value of one of the Foundation types whose `Codable` form differs from the usual form in data.
  @inline(__always)
  func foundationValue<T: Decodable>(_ type: T.Type) throws -> T? {
    guard FoundationForm.isKnown(type) else { return nil }
    return try readFoundationValue(type)
  }

  /// A list may contain the bytes of a `Data`, as in its `Codable` form.
  @inline(never)
  private func readFoundationValue<T: Decodable>(_ type: T.Type) throws -> T? {
    guard value.kind != .array else { return nil }
    do throws(FormProblem) {
      return try FoundationForm.read(type, from: try data())
    } catch {
      switch error {
      case .otherKind(let expected): throw mismatch(type, expected: expected)
      case .invalid(let problem): throw corrupted(problem)
      }
    }
  }

  /// Returns the value if it is a number or a string.
  private func data() throws(FormProblem) -> AnyCodableValue? {
    switch value.kind {
    case .integer: return value.integer.map { .int(Int($0)) }
    case .exact: return value.exact.map { .number($0) }
    case .number: return value.number.map { .double($0) }
    case .string:
      guard let string = value.string else { throw .invalid("the string is not UTF-8") }
      return .string(string)
    default: return nil
    }
  }
}

extension FormProblem {
  func encodingError(of value: Any, at path: [any CodingKey]) -> EncodingError {
    let problem =
      switch self {
      case .otherKind(let text), .invalid(let text): text
      }
    return .invalidValue(value, .init(codingPath: path, debugDescription: problem))
  }
}
