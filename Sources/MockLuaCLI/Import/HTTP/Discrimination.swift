import MockData

/// Finds the fewest fields by which the requests to one route are told apart, as far as their answers differ.
struct Discrimination {
  /// The requests, each with a mark that is equal for equal answers.
  private let requests: [(fields: RequestFields, answer: Int)]

  /// Of more candidates than these no pairs are tried.
  private static let mostPaired = 24

  /// The fields; empty where all answers are equal, or nothing tells them apart.
  static func fields(of requests: [(fields: RequestFields, answer: Int)]) -> [[String]] {
    guard Set(requests.map(\.answer)).count > 1 else { return [] }
    return Discrimination(requests: requests).fewest()
  }

  private func fewest() -> [[String]] {
    let candidates = self.candidates()
    let goal = mixed(by: candidates)
    if goal == mixed(by: []) { return [] }
    for field in candidates where mixed(by: [field]) == goal { return [field] }
    let paired = candidates.prefix(Self.mostPaired)
    for (number, first) in paired.enumerated() {
      for second in paired.dropFirst(number + 1) where mixed(by: [first, second]) == goal {
        return [first, second]
      }
    }
    return greedy(candidates, goal)
  }

  /// One field after the other, each the one that tells most apart of what is left.
  private func greedy(_ candidates: [[String]], _ goal: Int) -> [[String]] {
    var chosen: [[String]] = []
    var left = mixed(by: [])
    while left > goal {
      var best: (field: [String], left: Int)?
      for field in candidates where !chosen.contains(field) {
        let left = mixed(by: chosen + [field])
        if left < best?.left ?? .max { best = (field, left) }
      }
      guard let best, best.left < left else { break }
      chosen.append(best.field)
      left = best.left
    }
    return chosen
  }

  /// How many pairs of requests with other answers have the same values in these fields.
  private func mixed(by fields: [[String]]) -> Int {
    var groups: [[AnyCodableValue?]: [Int: Int]] = [:]
    for request in requests {
      groups[fields.map { request.fields.values[$0] }, default: [:]][request.answer, default: 0] +=
        1
    }
    return groups.values.reduce(0) { sum, answers in
      let total = answers.values.reduce(0, +)
      return sum + (total * total - answers.values.reduce(0) { $0 + $1 * $1 }) / 2
    }
  }

  // MARK: - Candidates

  /// The fields whose values differ, those that a person would name first.
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

  /// Whether a field has another value in each request by nature, so that no later one ever has it again.
  private static func isVolatile(_ path: [String], _ values: Set<AnyCodableValue>) -> Bool {
    let name = (path.last ?? "").lowercased().filter { $0 != "_" && $0 != "-" }
    if path.count > 1, volatile.contains(name) || path.last == "_" { return true }
    return values.allSatisfy(\.isTime)
  }

  private static let volatile: Set<String> = [
    "nonce", "timestamp", "ts", "rand", "random", "cachebuster", "requestid", "traceid",
    "correlationid", "clienttime", "localtime",
  ]

  /// Small for what people tell requests apart by: the query, then the body from the outside in, then headers;
  /// secrets, which no later request has, come last.
  private static func rank(_ path: [String], _ values: Set<AnyCodableValue>) -> Int {
    let kinds = ["path": 0, "query": 1, "body": 2]
    var rank = (kinds[path[0]] ?? 4) * 1000 + path.count * 50
    if path.contains(where: { MockSecrets.isSecret($0) }) { rank += 100_000 }
    let longest = values.map { $0.text(limit: 400).count }.max() ?? 0
    rank += min(longest, 400)
    if path.last == "operationName" { rank -= 500 }
    return rank
  }
}

extension AnyCodableValue {
  /// Whether it is a time of these decades in seconds or milliseconds.
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
