internal import MockData

/// Determines the effect of an operation on rows: from the verb of a route or the first word of a method, and from the
/// data.
extension ResourceLearning {
  func routeRole(_ name: String, _ calls: [Int]) -> Role {
    let verb = name.prefix { $0 != " " }
    switch verb {
    case "GET", "HEAD": return .read
    case "DELETE": return ids[name] == nil ? .clear : .remove
    case "POST" where ids[name] == nil: return makes(calls) ? .insert : .read
    case "PUT" where isMaking(calls): return .insert
    default: return ids[name] == nil ? .read : .update
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
    "send",
    "submit", "start", "open", "schedule", "upload",
  ]

  func hasArguments(_ calls: [Int]) -> Bool {
    calls.contains { steps[$0].arguments.leaves() != [[]] }
  }

  /// Whether each call returns a record that wasn't seen before, or returns no record and a later list contains a new
  /// one.
  func makes(_ calls: [Int], isNamed: Bool = false) -> Bool {
    guard !calls.isEmpty else { return false }
    return calls.allSatisfy { index in
      let seen = Set(
        own.filter { $0 < index && steps[$0].flow == steps[index].flow }
          .flatMap { records($0).compactMap { $0["id"] } })
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
        return !own.contains {
          $0 < index && steps[$0].flow == steps[index].flow
            && records($0).contains { $0["id"] == id }
        }
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
      let before = own.last {
        $0 < index && steps[$0].flow == steps[index].flow
          && records($0).contains { $0["id"] == id }
      }
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
