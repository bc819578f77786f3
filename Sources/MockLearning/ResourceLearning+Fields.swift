internal import MockData
internal import MockRecording

/// Finds the expressions for the fields of rows.
extension ResourceLearning {
  /// Returns the recorded values of a field that can't be predicted, in the order in which the rows were created.
  static func recorded(_ pairs: [Explanation.Example]) -> Expression? {
    let values = pairs.compactMap(\.value)
    guard values.count == pairs.count, let first = values.first else { return nil }
    let fresh = fresh(first)
    let most = pairs.map(\.scene.generatedCount).max() ?? 0
    var list = Array(repeating: first, count: most)
    for pair in pairs { if let value = pair.value { list[pair.scene.generatedCount - 1] = value } }
    let inOrder = Expression.recorded(list, fresh)
    if pairs.allSatisfy({ inOrder.value(in: $0.scene) == $0.value }) { return inOrder }
    for path in pairs.map(\.scene).argumentPaths {
      var known: [AnyCodableValue: AnyCodableValue] = [:]
      for pair in pairs {
        if case .string? = pair.scene.arguments.member(path),
          let key = pair.scene.arguments.member(path)
        {
          known[key] = pair.value
        }
      }
      let expression = Expression.recordedBy(path, known, fresh)
      if pairs.allSatisfy({ expression.value(in: $0.scene) == $0.value }) { return expression }
    }
    return nil
  }

  static func fresh(_ value: AnyCodableValue) -> Expression.Fresh {
    switch value {
    case .string(let text):
      if text.count >= 19, text.contains("T"), text.prefix(4).allSatisfy(\.isNumber),
        text.contains(":")
      {
        return .date
      }
      return text.count >= 16 && text.contains(where: \.isNumber) && !text.contains(" ")
        ? .uuid : .last
    case .int(let number) where number > 1_000_000_000_000: return .clock
    default: return .last
    }
  }

  /// Returns the expression for the new values of a field.
  ///
  /// One change shows only the new value. Its dependence on the old one or on an argument with another name can be a
  /// coincidence.
  static func updated(
    _ name: String, _ pairs: [(scene: LearningScene, new: Row)]
  ) -> Expression? {
    let changed = pairs.filter { $0.scene.row?[name] != $0.new[name] }
    let first = changed.first ?? pairs[0]
    let isRepeated = changed.count > 1
    let isTelling = isRepeated || first.new[name].map(Explanation.isSpecific) ?? false
    let leaves = pairs.map(\.scene).argumentPaths
      .filter { !["path", "raw"].contains($0.first) && !$0.isEmpty }
      .filter { isTelling || Explanation.isSame($0.last ?? "", name) }
      .sorted { left, right in
        let (first, second) = (left.last == name ? 0 : 1, right.last == name ? 0 : 1)
        return (first, left.joined(separator: ".")) < (second, right.joined(separator: "."))
      }
    var all: [Expression] = leaves.flatMap { [.argument($0), .number($0)] }
    let (old, new) = (first.scene.row?[name]?.integer, first.new[name]?.integer)
    let step = old.flatMap { old in new.flatMap { $0.difference(from: old) } }
    if isRepeated {
      if let step, step == 1 || step == -1 { all.append(.field(name).adding(step)) }
      for path in leaves {
        all.append(.sum(.field(name), .argument(path)))
        all.append(.difference(.field(name), .argument(path)))
      }
      if let step { all.append(.field(name).adding(step)) }
    }
    if let value = first.new[name] { all.append(.constant(value)) }
    if isRepeated { all.append(.negated(.field(name))) }
    return all.first { expression in
      pairs.allSatisfy { pair in
        guard let value = expression.value(in: pair.scene) else {
          return pair.new[name] == pair.scene.row?[name]
        }
        return value == pair.new[name]
      }
    }
  }

  /// Returns the IDs in the order of the longest list that contains them, followed by the other lists.
  static func ordered(
    _ ids: [AnyCodableValue], _ lists: [[AnyCodableValue]]
  ) -> [AnyCodableValue] {
    let known = Set(ids)
    let listed = lists.flatMap(\.self).filter(known.contains)
    var seen: Set<AnyCodableValue> = []
    let order = (listed + ids).filter { seen.insert($0).inserted }
    // Numbers that a server assigns increase, so an ID that wasn't listed is inserted by its value.
    let longest = lists.first { !known.isDisjoint(with: $0) } ?? []
    let numbers = longest.compactMap(\.integer)
    return numbers.count == longest.count && numbers == numbers.sorted()
      && order.allSatisfy { $0.integer != nil }
      ? order.sorted { ($0.integer ?? 0) < ($1.integer ?? 0) } : order
  }
}

/// Determines the effect of an operation on rows: from the verb of a route or the first word of a method, and from the
/// data.
extension ResourceLearning {
  func routeRole(_ name: String, _ calls: [Int]) -> Role {
    let verb = name.prefix { $0 != " " }
    switch verb {
    case "GET", "HEAD": return .read
    case "DELETE" where ids[name] == nil: return hasRows(name) ? .clear : .read
    case "DELETE" where !isBelowRow(name): return .remove
    case "POST" where ids[name] == nil: return makes(calls) ? .insert : .read
    case "PUT" where !isBelowRow(name) && isMaking(calls): return .insert
    default: return ids[name] == nil ? .read : .update
    }
  }

  /// Whether a route concerns a part of a row, such as `DELETE /posts/{id}/vote`.
  private func isBelowRow(_ name: String) -> Bool {
    name.contains("{") && name.split(separator: "/").last?.contains("{") != true
  }

  /// Whether the path of a route without an ID lists rows, or creates them.
  private func hasRows(_ name: String) -> Bool {
    let path = name.drop { $0 != " " }
    return own.contains { index in
      let operation = steps[index].operation
      return operation == "POST\(path)"
        || operation == "GET\(path)" && Records.hasList(answer(index).body)
    }
  }

  func methodRole(_ name: String, _ calls: [Int]) -> Role {
    let first = Resource.words(of: name).first ?? ""
    if Self.removing.contains(first), ids[name] != nil { return .remove }
    if first == "clear" || first == "reset" || name.hasPrefix("removeAll")
      || name.hasPrefix("deleteAll")
    {
      return ids[name] == nil ? .clear : .remove
    }
    if Self.reading.contains(first) { return .read }
    if ids[name] == nil || isMaking(calls) {
      let isNamed = Self.making.contains(first)
      return (isNamed || hasArguments(calls)) && makes(calls, isNamed: isNamed) ? .insert : .read
    }
    return changes(calls) ? .update : .read
  }

  static let removing: Set<String> = [
    "remove", "delete", "discard", "drop", "erase", "cancel", "unsubscribe", "close",
  ]
  static let reading: Set<String> = [
    "get", "fetch", "list", "load", "find", "read", "all", "search", "show", "count", "is", "has",
  ]
  static let making: Set<String> = [
    "add", "create", "insert", "new", "post", "make", "register", "append", "save", "place", "book",
    "send", "submit", "start", "open", "schedule", "upload",
  ]

  func hasArguments(_ calls: [Int]) -> Bool {
    calls.contains { steps[$0].arguments.leaves() != [[]] }
  }

  /// Whether each call returns a record that wasn't seen before, or returns no record and a later list contains a new
  /// one.
  func makes(_ calls: [Int], isNamed: Bool = false) -> Bool {
    guard !calls.isEmpty else { return false }
    return calls.allSatisfy { index in
      let seen = Set(self.calls(before: index).flatMap { records($0).compactMap { $0["id"] } })
      if let id = records(index).first?["id"] {
        guard !Records.hasList(answer(index).body), !seen.contains(id) else { return false }
        let given = steps[index].arguments.leaves().compactMap { steps[index].argument($0) }
        return steps[index].isRoute || isNamed
          || records(index)[0].contains { $0.key != "id" && given.contains($0.value) }
      }
      return madeID(index, besides: seen) != nil
    }
  }

  /// Whether the calls provide new IDs for the rows that they create.
  func isMaking(_ calls: [Int]) -> Bool {
    !calls.isEmpty
      && calls.allSatisfy { index in
        guard let id = id(index) else { return false }
        return !self.calls(before: index).contains { records($0).contains { $0["id"] == id } }
      } && calls.contains { hasFields(of: $0) }
  }

  func hasFields(of index: Int) -> Bool {
    guard let id = id(index), let row = version(of: id, from: index, writes: []) else {
      return false
    }
    let given = steps[index].arguments.leaves().filter { path in
      row.contains {
        $0.key != "id" && $0.key == path.last && steps[index].argument(path) == $0.value
      }
    }
    return !given.isEmpty
  }

  func changes(_ calls: [Int]) -> Bool {
    calls.contains { index in
      guard let id = id(index) else { return false }
      let before = self.calls(before: index).last { records($0).contains { $0["id"] == id } }
      // A change that another operation made to the row in between doesn't count.
      guard let before,
        !own.contains(where: { $0 > before && $0 < index && self.id($0) == id }),
        let old = records(before).first(where: { $0["id"] == id }),
        let new = version(of: id, from: index, writes: [])
      else { return false }
      return old.contains { new[$0.key] != nil && new[$0.key] != $0.value }
    }
  }
}
