internal import MockData

extension ConfigurationNode {
  func wrongOperand(of name: String, expected: String) -> DecodingError {
    let found =
      switch value {
      case .int(let integer): "\(integer)"
      case .double(let number): "\(number)"
      case .number(let number): "\(number)"
      case .string(""): "an empty string"
      case .array([]), .dictionary([:]): "an empty array"
      default: value.kind.phrase
      }
    return error(.operand(of: name, expected: expected, found: found))
  }

  func orderable(for name: String) throws -> AnyCodableValue {
    switch value {
    case .int, .double, .number, .string: return value
    default: throw wrongOperand(of: name, expected: "a number or a string")
    }
  }

  func elements(for name: String) throws -> [AnyCodableValue] {
    guard let elements = try? list() else { throw wrongOperand(of: name, expected: "an array") }
    return elements
  }

  func patterns(for name: String, depth: Int) throws -> [MatchPattern.Node] {
    let elements = try? list()
    guard let elements, !elements.isEmpty else {
      throw wrongOperand(of: name, expected: "an array of at least one pattern")
    }
    return try elements.enumerated().map { index, element in
      try MatchPattern.Node(reading: child(element, .index(index)), depth: depth)
    }
  }

  func text(for name: String) throws -> String {
    guard case .string(let text) = value, !text.isEmpty else {
      throw wrongOperand(of: name, expected: "a string that is not empty")
    }
    return text
  }

  func regex(for name: String) throws -> LinearRegex {
    guard case .string(let pattern) = value else {
      throw wrongOperand(of: name, expected: "a string")
    }
    do throws(MockRegexProblem) {
      return try LinearRegex(pattern)
    } catch {
      throw self.error(.invalidRegex(error))
    }
  }

  func typeName(for name: String) throws -> MatchPattern.TypeName {
    guard case .string(let text) = value else {
      throw wrongOperand(of: name, expected: "the name of a type")
    }
    guard let type = MatchPattern.TypeName(rawValue: text) else {
      throw error(
        .unknownType(text, known: MatchPattern.TypeName.allCases.map(\.rawValue)))
    }
    return type
  }

  func size(for name: String) throws -> Int {
    guard let size = try? wholeNumber(atLeast: 0, "") else {
      throw wrongOperand(of: name, expected: "a whole number, 0 or more")
    }
    return size
  }
}
