internal import MockData

extension HTTPRequest {
  /// Parses the body as an object.
  ///
  /// - Parameters:
  ///   - keys: The allowed keys; nil for any.
  ///   - isOptional: Whether an empty body counts as an empty object.
  /// - Returns: The members.
  /// - Throws: A refusal if the body isn't such an object.
  func object(keys: [String]? = nil, isOptional: Bool = false) throws(Refusal) -> [String:
    AnyCodableValue]
  {
    let bytes = body ?? []
    if isOptional, bytes.isEmpty { return [:] }
    // A form on another site's page has a different type, and browsers send it without permission.
    if let contentType, !contentType.lowercased().hasPrefix("application/json") {
      throw Refusal(415, "badType", "send JSON, with `Content-Type: application/json`")
    }
    let value: AnyCodableValue
    do throws(JSONParseError) {
      value = try JSONParser(maximumDepth: 200).parse(utf8: bytes)
    } catch {
      throw Refusal(400, "badRequest", "the body is not JSON: \(error)")
    }
    guard case .dictionary(let members) = value else {
      throw Refusal(400, "badRequest", "the body must be a JSON object")
    }
    if let keys, let unknown = members.keys.filter({ !keys.contains($0) }).min() {
      let hint = NearestName.hint(for: unknown, candidates: keys) ?? "remove it"
      throw Refusal(400, "badRequest", "unknown key `\(unknown.escaped)` in the body; \(hint)")
    }
    return members
  }

  /// Returns an integer from the query.
  func number(_ name: String, _ range: ClosedRange<Int>, default standard: Int) throws(Refusal)
    -> Int
  {
    guard let text = query[name] else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw Refusal(
        400, "badRequest",
        "`\(name)` must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

extension [String: AnyCodableValue] {
  func text(_ key: String) throws(Refusal) -> String {
    guard case .string(let text) = self[key] else {
      throw Refusal(400, "badRequest", "`\(key)` must be a string")
    }
    return text
  }

  func bool(_ key: String) throws(Refusal) -> Bool {
    guard case .bool(let flag) = self[key] else {
      throw Refusal(400, "badRequest", "`\(key)` must be true or false")
    }
    return flag
  }

  /// Returns an integer, even if it is written with a decimal point; nil for anything else.
  func wholeNumber(_ key: String) -> Int? {
    switch self[key] {
    case .int(let number): number
    case .double(let number): Int(exactly: number)
    default: nil
    }
  }

  /// Returns the arguments object of a key, or an empty object if the key is absent.
  func arguments(_ key: String) throws(Refusal) -> AnyCodableValue {
    guard let value = self[key] else { return [:] }
    guard case .dictionary = value else {
      throw Refusal(400, "badRequest", "`\(key)` must be an object of arguments by label")
    }
    return value
  }
}
