package import MockData

/// Finds the smallest set of fields that distinguishes calls to one method with different responses.
package struct Discrimination {
  /// Equal responses have the same number.
  private let requests: [(fields: CallFields, answer: Int)]

  /// The maximum number of candidates for which all pairs are tried.
  private static let pairedColumnLimit = 24

  /// The maximum number of values that are compared.
  private static let valueLimit = 200_000

  /// Empty if all responses are equal, or if no fields distinguish them.
  package static func fields(of requests: [(fields: CallFields, answer: Int)]) -> [[String]] {
    guard Set(requests.map(\.answer)).count > 1 else { return [] }
    return Discrimination(requests: requests).fewest()
  }

  private func fewest() -> [[String]] {
    // If there are thousands of requests with hundreds of fields, the highest-ranked fields are sufficient.
    let candidates = Array(self.candidates().prefix(max(8, Self.valueLimit / requests.count)))
    let columns = candidates.map(column)
    let whole = Array(repeating: 0, count: requests.count)
    let start = mixed(whole)
    let goal = mixed(columns.reduce(whole, divided))
    if goal == start { return [] }
    for (field, column) in zip(candidates, columns) where mixed(column) == goal { return [field] }
    let paired = min(columns.count, Self.pairedColumnLimit)
    for first in 0..<paired {
      for second in first + 1..<max(paired, first + 1)
      where mixed(divided(columns[first], by: columns[second])) == goal {
        return [candidates[first], candidates[second]]
      }
    }
    // Add one field at a time: the one that separates the most pairs that are left.
    var (chosen, groups, left) = ([[String]](), whole, start)
    while left > goal {
      let all = columns.indices.map { mixed(divided(groups, by: columns[$0])) }
      guard let least = all.min(), least < left, let best = all.firstIndex(of: least) else { break }
      chosen.append(candidates[best])
      (groups, left) = (divided(groups, by: columns[best]), least)
    }
    return chosen
  }

  /// Equal values have the same number, and the number of an absent field is 0.
  private func column(of field: [String]) -> [Int] {
    var numbers: [AnyCodableValue: Int] = [:]
    return requests.map { request in
      guard let value = request.fields.values[field] else { return 0 }
      let number = numbers[value] ?? numbers.count + 1
      numbers[value] = number
      return number
    }
  }

  /// Returns the groups of requests after splitting each one by the values of a field.
  private func divided(_ groups: [Int], by column: [Int]) -> [Int] {
    let width = requests.count + 1
    var numbers: [Int: Int] = [:]
    return zip(groups, column).map { group, value in
      let number = numbers[group * width + value] ?? numbers.count
      numbers[group * width + value] = number
      return number
    }
  }

  /// Returns the number of pairs of requests in the same group that got different responses.
  private func mixed(_ groups: [Int]) -> Int {
    let width = requests.count + 1
    var (sizes, equals): ([Int: Int], [Int: Int]) = ([:], [:])
    for (group, request) in zip(groups, requests) {
      sizes[group, default: 0] += 1
      equals[group * width + request.answer, default: 0] += 1
    }
    return (sizes.values.reduce(0) { $0 + $1 * $1 } - equals.values.reduce(0) { $0 + $1 * $1 }) / 2
  }

  // MARK: - Candidates

  /// Returns the fields whose values differ, starting with those that a person would choose first.
  private func candidates() -> [[String]] {
    var values: [[String]: Set<AnyCodableValue>] = [:]
    var counts: [[String]: Int] = [:]
    for request in requests {
      for (path, value) in request.fields.values {
        values[path, default: []].insert(value)
        counts[path, default: 0] += 1
      }
    }
    let differing = values.filter { $0.value.count > 1 || counts[$0.key] != requests.count }
    return differing.filter { !Self.isVolatile($0.key, $0.value) }
      .map { (path: $0.key, rank: Self.rank($0.key, $0.value)) }
      .sorted {
        ($0.rank, $0.path.joined(separator: ".")) < ($1.rank, $1.path.joined(separator: "."))
      }
      .map(\.path)
  }

  /// Whether a field naturally differs in every request, so that later requests never repeat its values.
  private static func isVolatile(_ path: [String], _ values: Set<AnyCodableValue>) -> Bool {
    let name = (path.last ?? "").lowercased().filter { $0 != "_" && $0 != "-" }
    if path.count > 1, volatile.contains(name) || path.last == "_" { return true }
    return values.allSatisfy(\.isTime)
  }

  private static let volatile: Set<String> = [
    "nonce", "timestamp", "ts", "rand", "random", "cachebuster", "requestid", "traceid",
    "correlationid", "clienttime", "localtime",
  ]

  /// Returns a number that is smaller for fields that people are more likely to use.
  ///
  /// The method and the path come first, then the query, then the body with its outer members first, and then the
  /// headers. Secrets come last, because later requests don't contain them.
  private static func rank(_ path: [String], _ values: Set<AnyCodableValue>) -> Int {
    let kinds = ["method": 0, "path": 0, "query": 1, "body": 2]
    var rank = (kinds[path[0]] ?? 4) * 1000 + path.count * 50
    if path.contains(where: { MockSecrets.isSecret($0) }) { rank += 100_000 }
    let longest = values.map { $0.text(limit: 400).count }.max() ?? 0
    rank += min(longest, 400)
    if path.last == "operationName" { rank -= 500 }
    return rank
  }
}

extension AnyCodableValue {
  /// Whether the value is a current timestamp, in seconds or milliseconds.
  fileprivate var isTime: Bool {
    let number: Int?
    switch self {
    case .int(let own): number = own
    case .string(let text): number = text.count == 10 || text.count == 13 ? Int(text) : nil
    default: number = nil
    }
    guard let number else { return false }
    return (1_300_000_000...2_200_000_000).contains(number)
      || (1_300_000_000_000...2_200_000_000_000).contains(number)
  }
}

extension Array {
  /// Returns the elements without those at the end that equal the element before them.
  func withoutRepeatedEnd(by key: (Element) -> some Equatable) -> Array {
    var elements = self
    while elements.count > 1, key(elements[elements.count - 1]) == key(elements[elements.count - 2])
    {
      elements.removeLast()
    }
    return elements
  }
}

/// Creates rules that replay the recorded calls to one method.
///
/// The rules use as few fields as possible to distinguish the responses. Each rule returns the responses of its calls
/// in sequence.
package struct CallRules {
  package struct Call {
    package var fields: CallFields
    /// The response as a string, which is the same for equal responses.
    package var answer: String

    package init(fields: CallFields, answer: String) {
      (self.fields, self.answer) = (fields, answer)
    }
  }

  package struct Rule {
    /// The pattern that the rule matches; nil for any call.
    package var pattern: AnyCodableValue?
    /// The indices of the rule's calls in the recording, from 0.
    package var calls: [Int]
    /// Whether the pattern contains the placeholder of a secret.
    package var hasSecret = false
  }

  /// Creates the rules in the order in which they are tried.
  ///
  /// A rule with a more specific pattern comes before a rule that matches only part of that pattern.
  ///
  /// If the presence of a secret explains the responses, its value isn't compared.
  ///
  /// - Parameters:
  ///   - calls: The calls.
  ///   - comparesAll: Whether the rules also use fields that aren't needed, except headers (default: false).
  /// - Returns: The rules.
  package static func rules(of calls: [Call], comparesAll: Bool = false) -> [Rule] {
    let unambiguous = CallFields.withUnambiguousBodies(calls.map(\.fields))
    let calls = zip(calls, unambiguous).map { Call(fields: $1, answer: $0.answer) }
    let fields = calls.map(\.fields.withPresentSecrets)
    if fields.contains(where: { $0 != nil }) {
      let present = zip(calls, fields).map { Call(fields: $1 ?? $0.fields, answer: $0.answer) }
      let groups = Dictionary(grouping: zip(calls, present)) { $1.fields.values }
      let isExplained = groups.values.allSatisfy { group in
        Set(group.map(\.0.fields.values)).count == 1 || Set(group.map(\.0.answer)).count == 1
      }
      if isExplained { return rulesByValue(of: present, comparesAll) }
    }
    return rulesByValue(of: calls, comparesAll)
  }

  private static func rulesByValue(of calls: [Call], _ comparesAll: Bool) -> [Rule] {
    var marks: [String: Int] = [:]
    // Equal requests form a history of responses. Requests are distinguished by their whole history.
    var histories: [[[String]: AnyCodableValue]: [Int]] = [:]
    for call in calls {
      let mark = marks[call.answer] ?? marks.count
      marks[call.answer] = mark
      histories[call.fields.values, default: []].append(mark)
    }
    var historyMarks: [[Int]: Int] = [:]
    let requests = calls.map { call in
      // A sequence repeats its last response anyway.
      let history = (histories[call.fields.values] ?? []).withoutRepeatedEnd(by: \.self)
      let mark = historyMarks[history] ?? historyMarks.count
      historyMarks[history] = mark
      return (fields: call.fields, answer: mark)
    }
    var paths = Discrimination.fields(of: requests)
    if comparesAll {
      let all = Set(calls.flatMap(\.fields.values.keys)).subtracting(paths)
      paths += all.filter { $0[0] != "headers" }.sorted { $0.lexicographicallyPrecedes($1) }
    }
    return rules(of: calls, by: paths)
  }

  private static func rules(of calls: [Call], by paths: [[String]]) -> [Rule] {
    var groups: [(pattern: AnyCodableValue, paths: [[String]], calls: [Int])] = []
    var numbers: [AnyCodableValue: Int] = [:]
    for (index, call) in calls.enumerated() {
      let pattern = call.fields.pattern(of: paths)
      if let number = numbers[pattern] {
        groups[number].calls.append(index)
      } else {
        numbers[pattern] = groups.count
        groups.append((pattern, paths.filter { call.fields.values[$0] != nil }, [index]))
      }
    }
    // The rules have the order of their calls, except that a rule comes before the rules that accept all its calls, too.
    let shapes = Set(groups.map(\.paths)).map { (paths: $0, set: Set($0)) }
    var order: [Int] = []
    for (number, group) in groups.enumerated() {
      let fields = calls[group.calls[0]].fields
      let own = Set(group.paths)
      let wider = shapes.filter { $0.set.count < own.count && $0.set.isSubset(of: own) }
        .compactMap { numbers[fields.pattern(of: $0.paths)] }
      let place = wider.compactMap { order.firstIndex(of: $0) }.min()
      order.insert(number, at: place ?? order.endIndex)
    }
    return order.map { number in
      let group = groups[number]
      return Rule(
        pattern: group.paths.isEmpty ? Optional.none : .some(group.pattern), calls: group.calls,
        hasSecret: calls[group.calls[0]].fields.comparesSecret(at: paths))
    }
  }
}
