package import MockData

extension Matcher {
  /// All operators, in the order in which documentation and messages list them.
  package static let all: [Matcher] = [
    Matcher(
      "$eq", is: "eq", .value,
      "an equal value; an object has no other members, and null is no absent value",
      reach: Reach(values: { [$0] })
    ) { operand, value, _ in
      value?.isNumericallyEqual(to: operand) ?? false
    },
    Matcher(
      "$ne", is: "ne", .value, "any other value, also none",
      reach: Reach(covers: { operand, other in !other.mayAccept(operand) })
    ) { operand, value, _ in
      !(value?.isNumericallyEqual(to: operand) ?? false)
    },
    ordered(.greater, is: "gt", "a number above that number, or a string above that string"),
    ordered(
      .greaterOrEqual, is: "ge", "a number from that number on, or a string from that string on"),
    ordered(.less, is: "lt", "a number below that number, or a string below that string"),
    ordered(.lessOrEqual, is: "le", "a number up to that number, or a string up to that string"),
    Matcher(
      "$in", is: "one_of", .list, "one of these values",
      reach: Reach(values: { $0 })
    ) { operands, value, _ in
      operands.holds(value)
    },
    Matcher(
      "$nin", is: "none_of", .list, "a value that is none of these, also no value",
      reach: Reach(covers: { operands, other in !operands.contains { other.mayAccept($0) } })
    ) { operands, value, _ in
      !operands.holds(value)
    },
    Matcher(
      "$regex", is: "regex", .regex, "a string in which the expression is found anywhere",
      isCostly: true
    ) { regex, value, _ in
      guard case .string(let text)? = value else { return false }
      return try regex.isFound(in: text) { steps in try MatchPattern.spend(steps) }
    },
    Matcher(
      "$exists", is: "exists", isNot: ("absent", "no value"), .flag, "any value, also null",
      reach: Reach(covers: { exists, other in exists && !other.surelyAccepts(nil) })
    ) { exists, value, _ in
      (value != nil) == exists
    },
    Matcher(
      "$type", is: "type", .type, "a value of this kind, as stored: \(MatchPattern.TypeName.list)",
      reach: Reach(covers: { type, other in
        type == .number
          && (other.isCondition("$type", "int") || other.isCondition("$type", "double"))
      })
    ) { type, value, _ in
      type.accepts(value)
    },
    Matcher("$size", is: "size", .size, "a list of so many elements") { size, value, _ in
      if case .array(let elements)? = value { elements.count == size } else { false }
    },
    // MongoDB's `$all` of an empty list matches nothing.
    Matcher(
      "$all", is: "containing", .list,
      "a list that holds all these values; an empty operand accepts nothing",
      reach: Reach(acceptsNothing: \.isEmpty)
    ) { operands, value, _ in
      guard case .array(let elements)? = value, !operands.isEmpty else { return false }
      return try elements.holdsAll(operands)
    },
    Matcher(
      "$elemMatch", is: "any_item", .pattern, "a list with an element that matches", isCostly: true
    ) { pattern, value, predicate in
      guard case .array(let elements)? = value else { return false }
      try MatchPattern.spend(elements.count * pattern.cost)
      return try elements.contains { try pattern.accepts($0, predicate: predicate) }
    },
    Matcher("$not", is: "no", .pattern, "what the pattern refuses, also an absent value") {
      try !$0.accepts($1, predicate: $2)
    },
    Matcher("$and", is: "both", "what all patterns accept") { .allOf($0) },
    Matcher("$or", is: "either", "what at least one pattern accepts") { .anyOf($0) },
    Matcher("$nor", opposite: "$or", .patterns, "what none of the patterns accepts") {
      patterns, value, predicate in
      try !patterns.contains { try $0.accepts(value, predicate: predicate) }
    },
    Matcher("$where", .function, "what the function of this name accepts") {
      name, value, predicate in
      try predicate(name, value ?? .null)
    },
  ]

  private static func ordered(
    _ ordering: MatchPattern.Ordering, is word: String, _ summary: String
  ) -> Matcher {
    Matcher(
      ordering.rawValue, is: word, .orderable, summary,
      reach: Reach(
        covers: { bound, other in
          other.bound.map { ordering.subsumes($0.ordering, bound: bound, other: $0.value) } ?? false
        },
        excludes: { bound, other in
          other.bound.map { ordering.excludes($0.ordering, bound: bound, other: $0.value) } ?? false
        })
    ) { bound, value, _ in
      ordering.accepts(value, bound)
    }
  }
}

extension MatchPattern.TypeName {
  fileprivate func accepts(_ value: AnyCodableValue?) -> Bool {
    guard let kind = value?.kind else { return false }
    return self == .number ? kind == .int || kind == .double : kind.rawValue == rawValue
  }
}

extension [AnyCodableValue] {
  /// Whether it holds each of some values.
  ///
  /// Long lists are looked up, since to compare each of one with each of the other takes too long.
  fileprivate func holdsAll(_ values: [AnyCodableValue]) throws -> Bool {
    let isLong = count > 16 && values.count > 16
    let comparisons = isLong ? count + values.count : count * values.count
    try MatchPattern.spend(comparing: comparisons + AnyCodableValue.array(self).comparisonCost)
    guard isLong else { return values.allSatisfy { holds($0) } }
    let members = Set(lazy.map(\.withPlainNumbers))
    return values.allSatisfy { members.contains($0.withPlainNumbers) }
  }

  fileprivate func holds(_ value: AnyCodableValue?) -> Bool {
    guard let value else { return false }
    return contains { $0.isNumericallyEqual(to: value) }
  }
}
