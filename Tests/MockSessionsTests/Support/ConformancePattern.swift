import MockData

/// A case's expected value, with the values bound to its placeholders.
struct ConformancePattern: Sendable {
  var bound: [String: AnyCodableValue]

  /// Fields that a frame can contain even if the case doesn't mention them.
  private static let unnamed: Set = ["place", "response", "count", "watched", "arguments"]

  /// Replaces placeholders with their bound values.
  func filled(_ value: AnyCodableValue) throws -> AnyCodableValue {
    switch value {
    case .string(let text) where text.hasPrefix("$"):
      guard let known = bound[text] else { throw ConformanceFailure("`\(text)` is not bound") }
      return known
    case .array(let list): return .array(try list.map(filled))
    case .dictionary(let members): return .dictionary(try members.mapValues(filled))
    default: return value
    }
  }

  /// Whether a value matches the expected one.
  ///
  /// Binds unbound placeholders.
  mutating func fits(_ expected: AnyCodableValue, _ actual: AnyCodableValue) -> Bool {
    switch (expected, actual) {
    case (.string("$any"), _): return true
    case (.string(let name), _) where name.hasPrefix("$"):
      if let known = bound[name] { return known == actual }
      bound[name] = actual
      return true
    case (.dictionary(let members), .string(let text)):
      guard members.count == 1, case .string(let part) = members["$has"] else { return false }
      return text.contains(part)
    case (.dictionary(let members), .array(let list)):
      guard members.count == 1, let element = members["$contains"] else { return false }
      return list.contains(element)
    case (.dictionary(let members), .dictionary(let others)):
      guard members.count == others.count else { return false }
      for (key, value) in members {
        guard let other = others[key], fits(value, other) else { return false }
      }
      return true
    case (.array(let list), .array(let others)):
      guard list.count == others.count else { return false }
      for (value, other) in zip(list, others) {
        guard fits(value, other) else { return false }
      }
      return true
    default: return expected == actual
    }
  }

  /// Whether a frame has the expected fields, and no others except those in `unnamed`.
  mutating func fitsFrame(_ expected: AnyCodableValue, _ actual: [String: AnyCodableValue]) -> Bool
  {
    guard case .dictionary(let members) = expected else { return false }
    var trial = self
    for (field, value) in members where field != "$optional" {
      if value == .string("$absent") {
        if actual[field] != nil { return false }
      } else {
        guard let other = actual[field], trial.fits(value, other) else { return false }
      }
    }
    guard actual.keys.allSatisfy({ members[$0] != nil || Self.unnamed.contains($0) }) else {
      return false
    }
    self = trial
    return true
  }
}
