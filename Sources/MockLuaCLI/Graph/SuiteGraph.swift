import MockConfiguration
import MockData
import MockLua

/// Where a suite goes: which scenarios lead to which methods, which answers these give, and what comes after what.
///
/// Coverage says what was used and what never was, traces in which order calls came. Where both are of the same script,
/// the numbers are those of coverage, so that nothing counts twice.
struct SuiteGraph {
  /// What a test loads: a script, or a named scenario of it.
  struct Entry: Hashable {
    var file: String
    /// Empty for the script without a named scenario.
    var scenario: String
  }

  /// A method of a service.
  struct Method: Hashable {
    var service: String
    var name: String
  }

  /// An answer of a method: a step of its line.
  struct Answer: Hashable {
    var file: String
    var line: Int
    var step: Int
    var method: Method
  }

  /// What is on the way from one to another, and how often.
  struct Way<From: Hashable & Sendable, To: Hashable & Sendable>: Hashable {
    var from: From
    var to: To
  }

  /// How often each was loaded; of a script without a named scenario nothing is known, and of what only traces name.
  private(set) var entries: [Entry: Int?] = [:]
  /// How often each answer was used.
  private(set) var answers: [Answer: Int] = [:]
  /// The answers that nobody has to use.
  private(set) var optional: Set<Answer> = []
  /// How many calls of a method came while a scenario was loaded.
  private(set) var calls: [Way<Entry, Method>: Int] = [:]
  /// How often a call of one method was the next after one of another.
  private(set) var steps: [Way<Method, Method>: Int] = [:]

  init(coverage: CoverageReport, traces: [MockTrace]) {
    for file in coverage.files { add(file) }
    for trace in traces { add(trace, covered: coverage.files.map(\.file)) }
  }

  private mutating func add(_ file: CoveredFile) {
    for thing in file.things {
      switch thing.kind {
      case .line, .field: break
      case .scenario: entries[Entry(file: file.file, scenario: thing.name)] = thing.uses
      case .response:
        let method = Method(service: thing.service, name: thing.name)
        let answer = Answer(file: file.file, line: thing.line, step: thing.step, method: method)
        answers[answer] = thing.uses
        if thing.isOptional { optional.insert(answer) }
        for (scenario, uses) in thing.scenarios {
          let entry = Entry(file: file.file, scenario: scenario)
          if entries[entry] == nil { entries[entry] = .some(nil) }
          calls[Way(from: entry, to: method), default: 0] += uses
        }
      }
    }
  }

  private mutating func add(_ trace: MockTrace, covered: [String]) {
    let name = trace.script.name
    let known = covered.filter {
      $0 == name || $0.hasSuffix("/\(name)") || name.hasSuffix("/\($0)")
    }
    let entry = Entry(file: known.first ?? name, scenario: trace.script.scenario ?? "")
    if entries[entry] == nil { entries[entry] = .some(nil) }
    var last: Method?
    var onLine: [Answer: Int] = [:]
    for case .call(let call) in trace.events {
      guard let service = call.service else { continue }
      let method = Method(service: service, name: call.method)
      if let last { steps[Way(from: last, to: method), default: 0] += 1 }
      last = method
      guard known.isEmpty else { continue }
      calls[Way(from: entry, to: method), default: 0] += 1
      guard let place = call.place, let line = place.line, call.response != nil else { continue }
      onLine[Answer(file: place.file, line: line, step: 1, method: method), default: 0] += 1
    }
    answers.merge(onLine) { $0 + $1 }
  }

  /// The methods by service, in the order of their names.
  var services: [(name: String, methods: [Method])] {
    let methods = Set(answers.keys.map(\.method)).union(calls.keys.map(\.to)).union(
      steps.keys.flatMap { [$0.from, $0.to] })
    return Dictionary(grouping: methods, by: \.service).sortedByKeyBytes().map { name, methods in
      (name, methods.sorted { $0.name.precedesInBytes($1.name) })
    }
  }

  /// Whether no test loads it.
  func isNever(_ entry: Entry) -> Bool { entries[entry] == .some(.some(0)) }

  /// The methods that a test calls.
  var calledMethods: Set<Method> {
    var called = Set(answers.filter { $0.value > 0 }.keys.map(\.method))
    called.formUnion(calls.keys.map(\.to))
    for way in steps.keys { called.formUnion([way.from, way.to]) }
    return called
  }

  /// Whether somebody should use it, and no test does.
  func isNever(_ answer: Answer) -> Bool { answers[answer] == 0 && !optional.contains(answer) }

  // MARK: - Order

  var sortedEntries: [Entry] {
    entries.keys.sorted { Self.isBefore([$0.file, $0.scenario], [$1.file, $1.scenario]) }
  }

  var sortedAnswers: [Answer] {
    answers.keys.sorted {
      ($0.file, $0.line) == ($1.file, $1.line)
        ? Self.isBefore(
          [$0.method.service, $0.method.name, "\(1000 + $0.step)"],
          [$1.method.service, $1.method.name, "\(1000 + $1.step)"])
        : $0.file == $1.file ? $0.line < $1.line : $0.file.precedesInBytes($1.file)
    }
  }

  var sortedCalls: [(way: Way<Entry, Method>, count: Int)] {
    calls.sorted { Self.isBefore(Self.words($0.key), Self.words($1.key)) }.map {
      ($0.key, $0.value)
    }
  }

  var sortedSteps: [(way: Way<Method, Method>, count: Int)] {
    steps.sorted { Self.isBefore(Self.words($0.key), Self.words($1.key)) }.map {
      ($0.key, $0.value)
    }
  }

  private static func words(_ way: Way<Entry, Method>) -> [String] {
    [way.from.file, way.from.scenario, way.to.service, way.to.name]
  }

  private static func words(_ way: Way<Method, Method>) -> [String] {
    [way.from.service, way.from.name, way.to.service, way.to.name]
  }

  private static func isBefore(_ first: [String], _ second: [String]) -> Bool {
    for (one, other) in zip(first, second) where one != other { return one.precedesInBytes(other) }
    return false
  }
}
