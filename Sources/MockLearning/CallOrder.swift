internal import MockConfiguration
internal import MockData
internal import MockRecording

/// Merges sequences of calls whose order relative to each other isn't known.
///
/// The resulting order is consistent with the calls' data. Reads are placed first as long as they are consistent. Then
/// comes the write that a read is waiting for: it creates the row in the read, removes the row that is missing from the
/// read, or updates the row that changed.
struct CallOrder {
  typealias Entry = Recording.Entry

  /// A queue with the properties of each call, and the index of its next call.
  private struct Line {
    let calls: [Known]
    /// The number of writes until the queue's last call, or -1 before its first call.
    var writesBefore = -1
    var next = 0

    var head: Known? { calls.indices.contains(next) ? calls[next] : nil }
  }

  private var queues: [Line]
  private var rows: [String: Records.Record] = [:]
  private var gone: Set<String> = []
  /// The IDs that later writes create.
  private var unmade: Set<String> = []
  private var writes = 0
  private(set) var entries: [Entry] = []
  /// Whether the time ran out before all calls were ordered.
  private(set) var isCut = false

  /// Each queue contains the calls of one rule, in the order in which they happened.
  init(_ queues: [[Entry]]) {
    self.queues = queues.map { Line(calls: $0.map(Known.init)) }
    let shown = self.queues.flatMap(\.calls).filter { !$0.isRead && !$0.isFailure }
    for call in shown where call.isMaking {
      for record in call.records {
        record["id"]?.word.map { _ = unmade.insert($0) }
      }
    }
    run()
  }

  private mutating func run() {
    let end = ContinuousClock.now + LearningBudget.usual
    // A response that changed later is older than one that didn't.
    let longestFirst = queues.indices.sorted {
      (-queues[$0].calls.count, $0) < (-queues[$1].calls.count, $1)
    }
    while queues.contains(where: { $0.head != nil }) {
      if ContinuousClock.now >= end { return takeRest() }
      while let ready = longestFirst.first(where: { isReady(queues[$0]) }) {
        take(ready)
        if ContinuousClock.now >= end { return takeRest() }
      }
      let left = queues.indices.filter { number in
        queues[number].head.map { !$0.isRead } ?? false
      }
      let reads = queues.compactMap(\.head).filter { $0.isRead && !$0.isFailure && $0.showsRows }
      let most = left.map { (number: $0, score: score($0, reads)) }.max {
        ($0.score, $1.number) < ($1.score, $0.number)
      }
      if let most {
        take(most.number)
      } else if let read = queues.indices.first(where: { queues[$0].head != nil }) {
        // The read isn't consistent with anything. Anything learned from it fails the replay and is discarded.
        take(read)
      }
    }
  }

  /// Takes the remaining calls one queue after the other, because finding their order would take too long.
  private mutating func takeRest() {
    isCut = true
    for number in queues.indices {
      while queues[number].head != nil { take(number) }
    }
  }

  private mutating func take(_ number: Int) {
    guard let entry = queues[number].head else { return }
    queues[number].next += 1
    entries.append(entry.entry)
    if !entry.isRead { writes += 1 }
    queues[number].writesBefore = writes
    guard !entry.isFailure else { return }
    for record in entry.records {
      guard let id = record["id"]?.word else { continue }
      rows[id] = (rows[id] ?? [:]).merging(record) { $1 }
      unmade.remove(id)
    }
    if entry.isRemoval, let id = entry.id {
      rows[id] = nil
      gone.insert(id)
    }
  }

  // MARK: - Consistency

  private func isReady(_ queue: Line) -> Bool {
    guard let entry = queue.head, entry.isRead else { return false }
    // A response that changed requires a write in between.
    guard queue.next == 0 || queue.writesBefore < writes else { return false }
    if entry.isFailure {
      return entry.id.map {
        rows[$0] == nil && (gone.contains($0) || !unmade.contains($0) || writes == 0)
      } ?? true
    }
    let records = entry.records
    for record in records {
      guard let id = record["id"]?.word else { continue }
      if unmade.contains(id) || gone.contains(id) { return false }
      if let known = rows[id],
        known.contains(where: { record[$0.key] != nil && record[$0.key] != $0.value })
      {
        return false
      }
    }
    guard entry.hasList, entry.isWhole else { return true }
    let listed = Set(records.compactMap { $0["id"]?.word })
    let alike = Set(records.first.map { Array($0.keys) } ?? [])
    return rows.allSatisfy { id, row in
      listed.contains(id)
        || !alike.isEmpty && alike.isDisjoint(with: row.keys.filter { $0 != "id" })
    }
  }

  /// Returns a score for how many waiting reads a write makes consistent.
  private func score(_ number: Int, _ reads: [Known]) -> Int {
    guard let write = queues[number].head else { return -1 }
    let made = write.isFailure ? [] : write.ids
    let id = write.id
    var score = 0
    for read in reads {
      let (records, listed) = (read.records, read.ids)
      if write.isMaking {
        if !made.isDisjoint(with: listed) { score += 4 }
        // If a row isn't in the next list, a write creates it after that list.
        if read.hasList, !made.isEmpty, made.isDisjoint(with: listed) {
          score -= 2
        }
      }
      guard let id, let known = rows[id] else { continue }
      let record = records.first { $0["id"]?.word == id }
      if write.isRemoval {
        if read.hasList { score += listed.contains(id) ? -4 : 4 }
        if record != nil { score -= 4 }
      } else if let record,
        known.contains(where: { record[$0.key] != nil && record[$0.key] != $0.value })
      {
        score += 4
      }
    }
    // A call that concerns a row comes after the call that creates the row.
    if let id, rows[id] == nil, unmade.contains(id), !made.contains(id) { score -= 100 }
    return score
  }
}

/// A call with the properties that determine its order.
private struct Known {
  typealias Entry = Recording.Entry

  let entry: Entry
  let records: [Records.Record]
  let ids: Set<String>
  let hasList: Bool
  let isRead: Bool
  let isFailure: Bool
  let isMaking: Bool
  let isRemoval: Bool
  let id: String?
  /// Whether the call requests the whole list, without a filter or a page.
  let isWhole: Bool

  var showsRows: Bool { hasList || !records.isEmpty }

  init(_ entry: Entry) {
    let answer = ResponseSample(entry.response, isRoute: HTTPHost.isName(entry.service))
    self.entry = entry
    (records, hasList) = (Records.all(in: answer?.body), Records.hasList(answer?.body))
    ids = Set(records.compactMap { $0["id"]?.word })
    isFailure = answer?.isFailure ?? false
    let word = Resource.words(of: entry.method).first ?? ""
    let (isMakingWord, isRemovingWord) = (
      ResourceLearning.making.contains(word), ResourceLearning.removing.contains(word)
    )
    id = Self.id(entry)
    (isMaking, isRemoval) = (isMakingWord, isRemovingWord)
    if HTTPHost.isName(entry.service) {
      isRead = word == "get" || word == "head"
      isWhole = entry.arguments.member(["query"])?.leaves() == [[]]
    } else {
      // `tasks` and `task(id:)` read, while `addTask` writes.
      isRead = !isMakingWord && !isRemovingWord && !Self.writing.contains(word)
      isWhole = entry.arguments.leaves() == [[]]
    }
  }

  private static let writing: Set<String> = [
    "set", "update", "rename", "change", "edit", "toggle", "mark", "complete", "finish", "move",
    "sign", "login", "logout", "log", "increment", "decrement", "clear", "reset", "put", "patch",
    "increase", "check", "uncheck", "enable", "disable", "select", "connect", "disconnect", "pay",
    "perform", "finalize",
  ]

  private static func id(_ entry: Entry) -> String? {
    if HTTPHost.isName(entry.service) {
      let segments = entry.method.split(separator: " ").last?.split(separator: "/") ?? []
      if let id = entry.arguments.member(["path", "id"])?.word { return id }
      return segments.dropFirst().last { $0.contains(where: \.isNumber) }.map(String.init)
    }
    let path = entry.arguments.leaves().first { ($0.last ?? "").isIDName }
    return path.flatMap { entry.arguments.member($0)?.word }
  }
}
