internal import MockConfiguration
internal import MockData

/// Puts the calls of sequences, whose order among each other nobody knows, into one that fits what they show.
///
/// Reads go first as long as they fit. Then comes the write that a read waits for: the one that makes the row which the
/// read has, or takes away one which it lacks, or is about the row that has changed.
struct CallOrder {
  typealias Entry = Recording.Entry

  /// The calls of one rule, which happened one after the other.
  struct Queue {
    var entries: [Entry]
    /// How many writes there were when its last call happened.
    fileprivate var writesBefore = -1
    fileprivate var next = 0

    init(entries: [Entry]) { self.entries = entries }

    fileprivate var head: Entry? { entries.indices.contains(next) ? entries[next] : nil }
  }

  private var queues: [Queue]
  private var rows: [String: Records.Record] = [:]
  private var gone: Set<String> = []
  /// The ids that writes are still to make.
  private var unmade: Set<String> = []
  private var writes = 0
  private var ordered: [Entry] = []

  init(_ queues: [Queue]) {
    self.queues = queues
    let shown = queues.flatMap(\.entries).filter { !Self.isRead($0) && !Self.isFailure($0) }
    for entry in shown where Self.isMaking(entry) {
      for record in Records.all(in: Self.body(entry)) {
        record["id"]?.word.map { _ = unmade.insert($0) }
      }
    }
  }

  /// All calls.
  func entries() -> [Entry] {
    var copy = self
    copy.run()
    return copy.ordered
  }

  private mutating func run() {
    while queues.contains(where: { $0.head != nil }) {
      while let ready = queues.indices.first(where: { isReady(queues[$0]) }) { take(ready) }
      let left = queues.indices.filter { number in
        queues[number].head.map { !Self.isRead($0) } ?? false
      }
      let most = left.map { (number: $0, score: score($0)) }.max {
        ($0.score, $1.number) < ($1.score, $0.number)
      }
      if let most {
        take(most.number)
      } else if let read = queues.indices.first(where: { queues[$0].head != nil }) {
        // It fits nowhere; what is learned of it will not replay, and nothing of it is kept.
        take(read)
      }
    }
  }

  private mutating func take(_ number: Int) {
    guard let entry = queues[number].head else { return }
    queues[number].next += 1
    ordered.append(entry)
    if !Self.isRead(entry) { writes += 1 }
    queues[number].writesBefore = writes
    guard !Self.isFailure(entry) else { return }
    for record in Records.all(in: Self.body(entry)) {
      guard let id = record["id"]?.word else { continue }
      rows[id] = (rows[id] ?? [:]).merging(record) { $1 }
      unmade.remove(id)
    }
    if Self.isRemoval(entry), let id = Self.id(entry) {
      rows[id] = nil
      gone.insert(id)
    }
  }

  // MARK: - What fits

  private func isReady(_ queue: Queue) -> Bool {
    guard let entry = queue.head, Self.isRead(entry) else { return false }
    // Where the answer has changed, something happened in between.
    guard queue.next == 0 || queue.writesBefore < writes else { return false }
    if Self.isFailure(entry) {
      return Self.id(entry).map {
        rows[$0] == nil && (gone.contains($0) || !unmade.contains($0) || writes == 0)
      } ?? true
    }
    let body = Self.body(entry)
    let records = Records.all(in: body)
    for record in records {
      guard let id = record["id"]?.word else { continue }
      if unmade.contains(id) || gone.contains(id) { return false }
      if let known = rows[id],
        known.contains(where: { record[$0.key] != nil && record[$0.key] != $0.value })
      {
        return false
      }
    }
    guard Records.hasList(body), Self.isWhole(entry) else { return true }
    let listed = Set(records.compactMap { $0["id"]?.word })
    let alike = Set(records.first.map { Array($0.keys) } ?? [])
    return rows.allSatisfy { id, row in
      listed.contains(id)
        || !alike.isEmpty && alike.isDisjoint(with: row.keys.filter { $0 != "id" })
    }
  }

  /// How many waiting reads a write lets go on.
  private func score(_ number: Int) -> Int {
    guard let write = queues[number].head else { return -1 }
    let made =
      Self.isFailure(write)
      ? [] : Set(Records.all(in: Self.body(write)).compactMap { $0["id"]?.word })
    let id = Self.id(write)
    var score = 0
    for queue in queues {
      guard let read = queue.head, Self.isRead(read), !Self.isFailure(read) else { continue }
      let records = Records.all(in: Self.body(read))
      let listed = Set(records.compactMap { $0["id"]?.word })
      if Self.isMaking(write) {
        if !made.isDisjoint(with: listed) { score += 4 }
        // A row that the next list lacks comes later.
        if Records.hasList(Self.body(read)), !made.isEmpty, made.isDisjoint(with: listed) {
          score -= 2
        }
      }
      guard let id, let known = rows[id] else { continue }
      let record = records.first { $0["id"]?.word == id }
      if Self.isRemoval(write) {
        if Records.hasList(Self.body(read)) { score += listed.contains(id) ? -4 : 4 }
        if record != nil { score -= 4 }
      } else if let record,
        known.contains(where: { record[$0.key] != nil && record[$0.key] != $0.value })
      {
        score += 4
      }
    }
    // What is about a row that is not there yet comes behind the call that makes it.
    if let id, rows[id] == nil, unmade.contains(id), !made.contains(id) { score -= 100 }
    return score
  }

  // MARK: - What a call is

  private static func body(_ entry: Entry) -> AnyCodableValue? {
    LearningAnswer(entry.response, isRoute: HTTPHost.isName(entry.service))?.body
  }

  private static func isFailure(_ entry: Entry) -> Bool {
    LearningAnswer(entry.response, isRoute: HTTPHost.isName(entry.service))?.isFailure ?? false
  }

  private static func words(_ entry: Entry) -> [String] { Resource.words(of: entry.method) }

  private static func isRead(_ entry: Entry) -> Bool {
    let first = words(entry).first ?? ""
    if HTTPHost.isName(entry.service) { return first == "get" || first == "head" }
    if ResourceLearning.reading.contains(first) { return true }
    // `tasks` and `task(id:)` ask; `addTask` does something.
    return !ResourceLearning.making.contains(first) && !ResourceLearning.removing.contains(first)
      && !writing.contains(first)
  }

  private static let writing: Set<String> = [
    "set", "update", "rename", "change", "edit", "toggle", "mark", "complete", "finish", "move",
    "sign",
    "login", "logout", "log", "increment", "decrement", "clear", "reset", "put", "patch",
    "increase", "check",
    "uncheck", "enable", "disable", "select", "connect", "disconnect", "pay", "perform", "finalize",
  ]

  private static func isMaking(_ entry: Entry) -> Bool {
    let first = words(entry).first ?? ""
    return first == "post" && id(entry) == nil || ResourceLearning.making.contains(first)
  }

  private static func isRemoval(_ entry: Entry) -> Bool {
    ResourceLearning.removing.contains(words(entry).first ?? "")
  }

  private static func id(_ entry: Entry) -> String? {
    if HTTPHost.isName(entry.service) {
      let segments = entry.method.split(separator: " ").last?.split(separator: "/") ?? []
      if let id = entry.arguments.member(["path", "id"])?.word { return id }
      return segments.dropFirst().last { $0.contains(where: \.isNumber) }.map(String.init)
    }
    let path = entry.arguments.leaves().first { Resource.isIDName($0.last ?? "") }
    return path.flatMap { entry.arguments.member($0)?.word }
  }

  /// Whether a list has no condition or part of its own.
  private static func isWhole(_ entry: Entry) -> Bool {
    guard HTTPHost.isName(entry.service) else { return entry.arguments.leaves() == [[]] }
    return entry.arguments.member(["query"])?.leaves() == [[]]
  }
}
