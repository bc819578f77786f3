extension ValueDecoder {
  /// Decodes a type whose own `Codable` form is not what JSON commonly holds; nil for a list, which may hold the bytes
  /// of a `Data`, as its own form does.
  func foundationValue<T: Decodable>(
    _ value: AnyCodableValue, key: (any CodingKey)?
  ) throws -> T? {
    if case .array = value { return nil }
    do throws(FormProblem) {
      return try FoundationForm.read(T.self, from: value)
    } catch {
      switch error {
      case .otherKind(let expected):
        throw mismatch(value, expected: expected, type: T.self, key: key)
      case .invalid(let problem): throw corrupted(problem, key: key)
      }
    }
  }
}
