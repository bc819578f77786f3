internal import MockData

extension Matcher {
  /// All operators, in the order in which documentation and messages list them.
  package static let all: [Matcher] = [
    Matcher(
      "$eq", is: "eq", .value,
      "an equal value; an object can't have other members, and null doesn't match an absent value",
      values: { [$0.value] },
      accepts: { operand, value, _ in value?.isNumericallyEqual(to: operand.value) ?? false }),
    Matcher(
      "$ne", is: "ne", .value, compares: .other, "any other value, or no value",
      covers: { operand, other in !other.mayAccept(operand.value) },
      accepts: { operand, value, _ in
        !(value?.isNumericallyEqual(to: operand.value) ?? false)
      }),
    ordered(.greater, is: "gt", "a greater number or string"),
    ordered(.greaterOrEqual, is: "ge", "an equal or greater number or string"),
    ordered(.less, is: "lt", "a smaller number or string"),
    ordered(.lessOrEqual, is: "le", "an equal or smaller number or string"),
    Matcher("$in", is: "one_of", .list, "one of these values", values: \.elements) {
      operand, value, _ in
      operand.elements.holds(value)
    },
    Matcher(
      "$nin", is: "none_of", .list, compares: .other, "a value other than these, or no value",
      covers: { operand, other in !operand.elements.contains { other.mayAccept($0) } },
      accepts: { operand, value, _ in !operand.elements.holds(value) }),
    Matcher(
      "$regex", is: "regex", .regex, of: .strings,
      "a string that contains a match of the expression", isCostly: true
    ) { operand, value, _ in
      guard case .string(let text)? = value else { return false }
      return try operand.regex?.isFound(in: text) { try MatchPattern.spend($0) } ?? false
    },
    Matcher(
      "$contains", is: "containing", .text, of: .strings, "a string that contains this string",
      isCostly: true
    ) { operand, value, _ in
      guard case .string(let text)? = value, case .string(let part) = operand.value else {
        return false
      }
      return try text.hasUTF8(of: part)
    },
    Matcher(
      "$startsWith", is: "starts_with", .text, of: .strings,
      "a string that begins with this string"
    ) { operand, value, _ in
      guard case .string(let text)? = value, case .string(let prefix) = operand.value else {
        return false
      }
      return text.utf8.starts(with: prefix.utf8)
    },
    Matcher(
      "$endsWith", is: "ends_with", .text, of: .strings, "a string that ends with this string"
    ) { operand, value, _ in
      guard case .string(let text)? = value, case .string(let suffix) = operand.value else {
        return false
      }
      return text.utf8.reversed().starts(with: suffix.utf8.reversed())
    },
    Matcher(
      "$exists", is: "exists", isNot: ("absent", "no value"), .flag, "any value, including null",
      covers: { operand, other in operand.value == true && !other.surelyAccepts(nil) },
      accepts: { operand, value, _ in operand.value == .bool(value != nil) }),
    Matcher(
      "$type", is: "type", .type,
      "a value of this type (1.0 is a `double`): \(MatchPattern.TypeName.list)",
      covers: { operand, other in
        operand.value == "number"
          && (other.isCondition("$type", "int") || other.isCondition("$type", "double"))
      },
      accepts: { operand, value, _ in
        guard let kind = value?.kind, case .string(let name) = operand.value else { return false }
        return name == "number" ? kind == .int || kind == .double : kind.rawValue == name
      }),
    Matcher(
      "$size", is: "size", .size, of: .lists, "a list with this number of elements"
    ) { operand, value, _ in
      if case .array(let elements)? = value { operand.value == .int(elements.count) } else { false }
    },
    // MongoDB's `$all` of an empty list matches nothing.
    Matcher(
      "$all", is: "containing", .list, of: .lists, compares: .elements,
      "a list that contains all these values; an empty list of values never matches",
      acceptsNothing: \.elements.isEmpty,
      accepts: { operand, value, _ in
        guard case .array(let elements)? = value, !operand.elements.isEmpty else { return false }
        return try elements.holdsAll(operand.elements)
      }),
    Matcher(
      "$elemMatch", is: "any_item", .pattern, of: .lists, compares: .elements,
      "a list with an element that matches", isCostly: true
    ) { operand, value, predicate in
      guard case .array(let elements)? = value else { return false }
      try MatchPattern.spend(elements.count * operand.pattern.cost)
      return try elements.contains { try operand.pattern.accepts($0, predicate: predicate) }
    },
    Matcher(
      "$anyMember", is: "any_member", .pattern, of: .objects, compares: .members,
      "an object with a member whose value matches", isCostly: true
    ) { operand, value, predicate in
      guard case .dictionary(let members)? = value else { return false }
      try MatchPattern.spend(members.count * operand.pattern.cost)
      return try members.values.contains { try operand.pattern.accepts($0, predicate: predicate) }
    },
    Matcher(
      "$holds", is: "holding", .patterns, of: .lists, compares: .elements,
      "a list with a separate element for each pattern, in any order; other elements are allowed",
      isCostly: true
    ) { operand, value, predicate in
      guard case .array(let elements)? = value else { return false }
      return try withoutActuallyEscaping(predicate) { predicate in
        var pairing = ElementPairing(operand.patterns, elements, predicate)
        return try pairing.isComplete()
      }
    },
    Matcher(
      "$firstItems", is: "first_items", .patterns, of: .lists, compares: .elements,
      "a list that begins with elements that match the patterns, in this order", isCostly: true
    ) { operand, value, predicate in
      guard case .array(let elements)? = value, elements.count >= operand.patterns.count else {
        return false
      }
      return try zip(operand.patterns, elements).allSatisfy {
        try $0.accepts($1, predicate: predicate)
      }
    },
    Matcher(
      "$only", is: "only", .pattern, of: .objects,
      "an object whose members match, and that doesn't have other members",
      acceptsNothing: { if case .fields = $0.pattern { false } else { true } },
      accepts: { operand, value, predicate in
        guard case .dictionary(let members)? = value, case .fields(let fields) = operand.pattern
        else { return false }
        let names = Set(fields.map { $0.path.joined(separator: ".") })
        return try members.keys.allSatisfy { names.contains($0) }
          && operand.pattern.accepts(value, predicate: predicate)
      }),
    Matcher(
      "$text", is: "text", .pattern, compares: .other,
      "a string, or a number or boolean written as JSON, that the pattern accepts"
    ) { operand, value, predicate in
      switch value {
      case .string?: try operand.pattern.accepts(value, predicate: predicate)
      case .int?, .double?, .number?, .bool?:
        try operand.pattern.accepts(
          value.map { .string($0.compactText) }, predicate: predicate)
      default: false
      }
    },
    Matcher(
      "$not", is: "anything_but", .pattern, compares: .other,
      "a value that the pattern doesn't accept, or no value"
    ) {
      try !$0.pattern.accepts($1, predicate: $2)
    },
    Matcher("$and", is: "all_of", "a value that all patterns accept") { .allOf($0) },
    Matcher("$or", is: "any_of", "a value that at least one pattern accepts") { .anyOf($0) },
    Matcher(
      "$nor", opposite: "$or", .patterns, compares: .other,
      "a value that none of the patterns accepts"
    ) { operand, value, predicate in
      try !operand.patterns.contains { try $0.accepts(value, predicate: predicate) }
    },
    Matcher("$where", .function, compares: .other, "a value that the function of this name accepts")
    {
      operand, value, predicate in
      guard case .string(let name) = operand.value else { return false }
      return try predicate(name, value ?? .null)
    },
  ]

  private static func ordered(
    _ ordering: MatchPattern.Ordering, is word: String, _ summary: String
  ) -> Matcher {
    Matcher(
      ordering.rawValue, is: word, .orderable, summary,
      covers: { operand, other in
        guard let bound = other.bound else { return false }
        return ordering.subsumes(bound.ordering, bound: operand.value, other: bound.value)
      },
      excludes: { operand, other in
        guard let bound = other.bound else { return false }
        return ordering.excludes(bound.ordering, bound: operand.value, other: bound.value)
      },
      accepts: { operand, value, _ in ordering.accepts(value, operand.value) })
  }
}

extension String {
  /// Whether the string contains the bytes of another string, which isn't empty.
  ///
  /// The time is linear in the length of both strings (Knuth, Morris, and Pratt), so that a script can't make it slow.
  fileprivate func hasUTF8(of part: String) throws -> Bool {
    guard part.utf8.count <= utf8.count else { return false }
    try MatchPattern.spend((utf8.count + part.utf8.count) / 4)
    let part = Array(part.utf8)
    // The length of the longest proper prefix that ends at each index.
    var borders = [0]
    for index in part.indices.dropFirst() {
      var border = borders[index - 1]
      while border > 0, part[border] != part[index] { border = borders[border - 1] }
      borders.append(part[border] == part[index] ? border + 1 : border)
    }
    var matched = 0
    for byte in utf8 {
      while matched > 0, part[matched] != byte { matched = borders[matched - 1] }
      if part[matched] == byte { matched += 1 }
      if matched == part.count { return true }
    }
    return false
  }
}

extension [AnyCodableValue] {
  /// Returns whether the list contains each of the given values.
  ///
  /// Long lists are compared by hash, because comparing all pairs would take too long.
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
