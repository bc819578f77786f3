internal import MockData

extension WireDecoder {
  /// A value of one of Foundation's types, whose own `Codable` form is not what data commonly holds.
  @inline(__always)
  func foundationValue<T: Decodable>(_ type: T.Type) throws -> T? {
    guard FoundationForm.isKnown(type) else { return nil }
    return try readFoundationValue(type)
  }

  /// A list may hold the bytes of a `Data`, as its own form does.
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

  /// The value where it is a number or a string.
  private func data() throws(FormProblem) -> AnyCodableValue? {
    switch value.kind {
    case .integer: return value.integer.map { .int(Int($0)) }
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
