internal import MockCalls
internal import MockConfiguration
internal import MockData
package import MockLua

/// Reads a trace line by line, and validates all of its contents.
package struct MockTraceReader {
  /// A usual trace is many times smaller.
  package static let limit = 256 << 20

  private let file: String
  private var number = 0
  private var size = 0
  private var expectedLines = 0
  private var header: MockTrace.Header?
  private var script: MockScript?
  private var events: [MockTrace.Event] = []
  private var issues: [MockTrace.Issue] = []
  private var begun: Set<Int> = []
  private var ended: Set<Int> = []
  private var lastCall: Int?

  /// The name of the file is for errors.
  package init(file: String) { self.file = file }

  /// The line is UTF-8, without its line ending.
  package mutating func add(_ line: [UInt8]) throws(MockConfigurationError) {
    number += 1
    size += line.count
    guard size <= Self.limit else {
      throw error(
        "the trace is larger than \(Self.limit >> 20) MiB, the limit for traces; restore the original file"
      )
    }
    if number > 1, number > expectedLines {
      throw error(
        "the header declares \(expectedLines) lines, but the file has more; restore the original file"
      )
    }
    switch number {
    case 1: try read(header: line)
    case 2:
      script = try MockCallRequest.read(line, number: number, file: file) { node in
        let object = try ObjectReader<ScriptKey>(node)
        let event = try object.required(.event)
        guard try event.string() == "script" else {
          throw event.error(.other("the second line must be the `script` event"))
        }
        return try MockScript(reading: try object.required(.script))
      }
    default: try read(event: line)
    }
  }

  /// - Throws: `MockConfigurationError` if lines are missing.
  package consuming func finish() throws(MockConfigurationError) -> MockTrace {
    guard let header else {
      throw Self.error("the file is empty; pass the trace of a test", file, nil)
    }
    guard let script, number >= expectedLines else {
      throw Self.error(
        "the trace ends after \(number) of \(expectedLines) lines; copy the whole file again",
        file, number)
    }
    return MockTrace(header: header, script: script, events: events, issues: issues)
  }

  // MARK: - Lines

  private enum HeaderKey: String, ConfigurationKey {
    case trace, package, lua, lines, test, clock, startMs, calls, dropped, plan, planInWords
    case runs, notTried
  }

  private enum ScriptKey: String, ConfigurationKey {
    case event, script
  }

  private enum EventKey: String, ConfigurationKey {
    case event, order, service, method, arguments, count, step, key, lacksKey, response, place, atMs
    case app, by, candidates, result, value, error, given, durationMs, set, gate, open, text, check
    case call
  }

  private enum CandidateKey: String, ConfigurationKey {
    case accepts, responses, chosen, match, place, mismatch
  }

  private enum MismatchKey: String, ConfigurationKey {
    case field, expected, actual
  }

  private enum ErrorKey: String, ConfigurationKey {
    case code, message, details, problem, place
  }

  private mutating func read(header line: [UInt8]) throws(MockConfigurationError) {
    let noTrace = "isn't a trace: its first line must be an object with `\"trace\": 1`"
    // For a file of another kind, such as a script, JSON errors wouldn't help.
    guard line.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "{") else {
      throw error(noTrace)
    }
    // The version is checked first, because another version may have other keys.
    let version = try MockCallRequest.read(line, number: number, file: file) { node -> Int? in
      guard case .dictionary(let members) = node.value, case .int(let version)? = members["trace"]
      else { return nil }
      return version
    }
    guard let version else {
      throw error(noTrace)
    }
    guard (1...MockTrace.version).contains(version) else {
      throw error(
        "is a trace of version \(version), but this mocklua reads version \(MockTrace.version);"
          + " use the mocklua from the package version that wrote it")
    }
    let (read, lines) = try MockCallRequest.read(line, number: number, file: file) {
      node -> (MockTrace.Header, Int) in
      let object = try ObjectReader<HeaderKey>(node)
      let clock = try object.required(.clock)
      guard let mode = MockClock.Mode(rawValue: try clock.string()) else {
        throw clock.error(.other("a clock must be `real`, `manual`, or `fullSpeed`"))
      }
      var header = MockTrace.Header(
        test: try object.optional(.test)?.string(), clock: mode,
        startMs: try Self.number(object.required(.startMs), from: 0, to: 1 << 52),
        calls: try Self.number(object.required(.calls)),
        dropped: try object.optional(.dropped).map { try Self.number($0) } ?? 0)
      header.plan = try object.optional(.plan)?.string()
      header.planInWords = try object.optional(.planInWords)?.string()
      header.runs = try object.optional(.runs).map { try Self.number($0) }
      header.notTried = try object.optional(.notTried)?.list { try $0.string() } ?? []
      header.package = try object.required(.package).string()
      return (header, try Self.number(object.required(.lines), from: 2))
    }
    (header, expectedLines) = (read, lines)
  }

  private mutating func read(event line: [UInt8]) throws(MockConfigurationError) {
    try MockCallRequest.read(line, number: number, file: file) { node in
      let object = try ObjectReader<EventKey>(node)
      let event = try object.required(.event)
      switch try event.string() {
      case "call":
        let call = try Self.call(object)
        guard lastCall.map({ call.order == $0 + 1 }) ?? true else {
          throw node.error(
            .other(
              "call \(call.order) follows call \(lastCall ?? 0); lines are missing, or out of order"
            ))
        }
        begun.insert(call.order)
        lastCall = call.order
        events.append(.call(call))
      case "answer":
        let answer = try Self.answer(object)
        guard begun.contains(answer.order), ended.insert(answer.order).inserted else {
          throw node.error(
            .other("the response is for call \(answer.order), which isn't waiting for a response"))
        }
        events.append(.answer(answer))
      case "state":
        let isOfScript = try object.optional(.by).map { try $0.string() == "script" } ?? false
        events.append(.state(try object.required(.set).members(), isOfScript: isOfScript))
      case "gate":
        events.append(
          .gate(try object.required(.gate).string(), isOpen: try object.required(.open).bool()))
      case "issue": issues.append(try Self.issue(object, isFailure: true))
      case "warning": issues.append(try Self.issue(object, isFailure: false))
      case let name:
        throw event.error(
          .unknownName(
            name, of: "event", known: ["call", "answer", "state", "gate", "issue", "warning"]))
      }
    }
  }

  private static func call(_ object: ObjectReader<EventKey>) throws -> MockTrace.Call {
    var caller = MockTrace.Caller.test
    if let app = try object.optional(.app)?.string() { caller = .app(app) }
    if let by = object.optional(.by) {
      switch try by.string() {
      case "script": caller = .script
      case "closure": caller = .stubbed
      case let name: throw by.error(.unknownName(name, of: "caller", known: ["script", "closure"]))
      }
    }
    return MockTrace.Call(
      order: try number(object.required(.order), from: 1),
      service: try object.optional(.service)?.string(),
      method: try object.required(.method).string(),
      arguments: .dictionary(try object.required(.arguments).members()),
      count: try number(object.required(.count)), step: try number(object.required(.step)),
      key: object.optional(.key)?.value, lacksKey: try object.flag(.lacksKey),
      response: try object.optional(.response).map { try number($0) },
      place: try place(object.optional(.place)), at: try duration(object.optional(.atMs)),
      caller: caller,
      candidates: try object.optional(.candidates)?.list { try candidate($0) } ?? [])
  }

  private static func candidate(_ node: ConfigurationNode) throws -> CallCandidate {
    let object = try ObjectReader<CandidateKey>(node)
    let mismatch = try object.optional(.mismatch).map { node in
      let fields = try ObjectReader<MismatchKey>(node)
      return MockExplanation.Field(
        path: try fields.required(.field).string(), expected: try fields.required(.expected).value,
        actual: fields.optional(.actual)?.value, accepts: false)
    }
    return CallCandidate(
      match: object.optional(.match)?.value, place: try place(object.optional(.place)),
      accepts: try object.required(.accepts).bool(),
      isChosen: try object.flag(.chosen),
      responses: try number(object.required(.responses)), mismatch: mismatch)
  }

  private static func answer(_ object: ObjectReader<EventKey>) throws -> MockTrace.Response {
    let result = try object.required(.result)
    let outcome: MockCallOutcome
    switch try result.string() {
    case "none": outcome = .running
    case "cancelled": outcome = .cancelled
    // A null is a value. If the key is missing, there is no value.
    case "success":
      let value: AnyCodableValue? =
        try object.has(.value) ? object.required(.value).value : Optional.none
      outcome = .returned(value)
    case "error": outcome = .threw(try error(object.required(.error)))
    case let name:
      throw result.error(
        .unknownName(name, of: "result", known: ["success", "error", "cancelled", "none"]))
    }
    return MockTrace.Response(
      order: try number(object.required(.order), from: 1), outcome: outcome,
      given: object.optional(.given)?.value, duration: try duration(object.optional(.durationMs)),
      changes: try object.optional(.set)?.members() ?? [:])
  }

  private static func error(_ node: ConfigurationNode) throws -> MockServiceError {
    let object = try ObjectReader<ErrorKey>(node)
    let problem = try object.optional(.problem).map {
      try $0.name(of: "problem", as: MockErrorCode.self)
    }
    return MockServiceError(
      code: try object.required(.code).string(), message: try object.required(.message).string(),
      details: object.optional(.details)?.value, problem: problem,
      place: try place(object.optional(.place)))
  }

  private static func issue(
    _ object: ObjectReader<EventKey>, isFailure: Bool
  ) throws -> MockTrace.Issue {
    MockTrace.Issue(
      text: try object.required(.text).string(), place: try place(object.optional(.place)),
      check: try object.optional(.check)?.string(),
      call: try object.optional(.call).map { try number($0, from: 1) }, isFailure: isFailure)
  }

  // MARK: - Parts

  private static func place(_ node: ConfigurationNode?) throws -> ScriptLocation? {
    try node.map { ScriptLocation(try $0.string()) }
  }

  private static func number(
    _ node: ConfigurationNode, from least: Int = 0, to most: Int = Int(Int32.max)
  ) throws -> Int {
    let number = try node.wholeNumber(atLeast: least, "a whole number from \(least) to \(most)")
    guard number <= most else {
      throw node.error(
        .invalidNumber(found: "\(number)", expected: "a whole number from \(least) to \(most)"))
    }
    return number
  }

  /// The maximum duration in milliseconds, about 30 years.
  private static let durationLimit = 1e12

  private static func duration(_ node: ConfigurationNode?) throws -> Duration? {
    guard let node else { return nil }
    let number = try node.number()
    guard number >= 0, number <= durationLimit else {
      throw node.error(
        .invalidNumber(found: "\(number)", expected: "milliseconds from 0 to \(Int(durationLimit))")
      )
    }
    return .microseconds(Int((number * 1000).rounded()))
  }

  private func error(_ text: String) -> MockConfigurationError { Self.error(text, file, number) }

  private static func error(_ text: String, _ file: String, _ line: Int?) -> MockConfigurationError
  {
    MockConfigurationError(problem: .other(text), at: ScriptLocation(file: file, line: line))
  }
}
