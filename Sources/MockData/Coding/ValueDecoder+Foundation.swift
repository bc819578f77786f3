extension ValueDecoder {
  /// Decodes a Foundation type whose usual JSON form differs from its own `Codable` form.
  ///
  /// Returns nil for a list, because `Data`'s `Codable` form is a list of bytes.
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
