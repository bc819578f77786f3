import MockCalls
import MockConfiguration
import MockData
import MockPlatform
import TestSupport
import Testing

/// A service whose operations are closures of every shape.
private struct WeatherService: Sendable {
  var forecast: @Sendable (String, Int) async throws -> String
  var refresh: @Sendable () async throws -> Void
  var degrees: @Sendable (String) async -> Int
  var note: @Sendable (String) async -> Void
  var hasCached: @Sendable (String) -> Bool
  var updates: @Sendable (String) -> AsyncThrowingStream<Int, any Error>

  static let unimplemented = WeatherService(
    forecast: unimplementedClosure("WeatherService.forecast(city:days:)"),
    refresh: unimplementedClosure("WeatherService.refresh()"),
    degrees: unimplementedClosure("WeatherService.degrees(city:)", placeholder: -1),
    note: unimplementedClosure("WeatherService.note", placeholder: ()),
    hasCached: unimplementedClosure("WeatherService.hasCached(_:)", placeholder: false),
    updates: unimplementedClosure("WeatherService.updates(city:)", placeholder: .none))
}

extension AsyncThrowingStream where Failure == any Error {
  /// An empty stream.
  fileprivate static var none: Self { AsyncThrowingStream { nil } }
}

@Suite struct ClosureServiceTests {
  /// Runs a body and returns the failures that it reports.
  private func failures(_ body: () async -> Void) async -> [String] {
    let found = Locked<[MockFailure]>([])
    let handler = MockFailureHandler { failure in found.withLock { $0.append(failure) } }
    await MockFailureHandler.$override.withValue(handler) { await body() }
    let all = found.withLock { $0 }
    #expect(all.allSatisfy { $0.severity == .report })
    return all.map(\.description)
  }

  private static func text(_ method: String, _ arguments: String) -> String {
    "`WeatherService.\(method)` was called with \(arguments), but nothing implements it; give the"
      + " service a closure for `\(method)`, or remove the call"
  }

  @Test(
    "An unimplemented throwing closure reports the call, then throws the same error")
  func unimplementedThrowing() async {
    let service = WeatherService.unimplemented
    let failures = await failures {
      let error = await #expect(throws: MockServiceError.self) {
        try await service.forecast("Oslo", 3)
      }
      #expect(error?.code == MockErrorCode.unimplemented.rawValue)
      #expect(error?.message == Self.text("forecast", #"{"city":"Oslo","days":3}"#))
      await #expect(throws: MockServiceError.self) { try await service.refresh() }
    }
    #expect(
      failures == [
        Self.text("forecast", #"{"city":"Oslo","days":3}"#), Self.text("refresh", "{}"),
      ])
  }

  @Test("An unimplemented nonthrowing closure reports the call, then returns its placeholder")
  func unimplementedPlaceholder() async {
    let service = WeatherService.unimplemented
    let failures = await failures {
      #expect(await service.degrees("Oslo") == -1)
      await service.note("cold")
      #expect(!service.hasCached("Oslo"))
      var updates = service.updates("Oslo").makeAsyncIterator()
      #expect(await (try? updates.next()) == .some(.none))
    }
    #expect(
      failures == [
        Self.text("degrees", #"{"city":"Oslo"}"#), Self.text("note", #"{"_0":"cold"}"#),
        Self.text("hasCached", #"{"_0":"Oslo"}"#), Self.text("updates", #"{"city":"Oslo"}"#),
      ])
  }

  @Test(
    "By default, an unimplemented closure writes to standard error and doesn't stop the process")
  func unimplementedByDefault() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let closure: @Sendable (Int) async throws -> Int = unimplementedClosure("S.m(n:)")
      _ = try? await closure(1)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("mock: `S.m` was called with {\"n\":1}, but nothing implements it"))
  }

  private func sequencer(_ method: String, _ responses: [MockResponse]) -> MockCallSequencer {
    MockCallSequencer(
      methods: [method: MockMethodConfig(responses: responses)], service: "WeatherService",
      context: MockCallContext(clock: .virtual()))
  }

  @Test("A sequencer's closure passes its arguments and returns the next response")
  func closure() async throws {
    let sequencer = sequencer(
      "forecast",
      [
        MockResponse(result: .success, value: "sun"),
        MockResponse(result: .error, error: MockErrorPayload(code: "storm", message: "Storm")),
      ])
    var service = WeatherService.unimplemented
    service.forecast = sequencer.closure("forecast(city:days:)")
    #expect(try await service.forecast("Oslo", 3) == "sun")
    await #expect(throws: MockServiceError(code: "storm", message: "Storm")) {
      try await service.forecast("Oslo", 1)
    }
    try sequencer.log.verify(
      "WeatherService.forecast", arguments: MatchPattern(["city": "Oslo", "days": 3]), called: 1)
  }

  @Test("A sequencer's closure without a result throws, and does nothing without responses")
  func voidClosure() async throws {
    let sequencer = sequencer(
      "refresh", [MockResponse(result: .error, error: MockErrorPayload(code: "e", message: "e"))])
    let refresh: @Sendable () async throws -> Void = sequencer.closure("refresh()")
    await #expect(throws: MockServiceError(code: "e", message: "e")) { try await refresh() }
    let other: @Sendable (Int) async throws -> Void = sequencer.closure("other")
    try await other(1)
    try sequencer.log.verify("WeatherService.other", called: 1)
  }

  @Test("Nonthrowing closures return a value or report their error")
  func requiredAndSilent() async throws {
    let degrees = sequencer("degrees", [MockResponse(result: .success, value: 21)])
    let note = sequencer(
      "note", [MockResponse(result: .error, error: MockErrorPayload(code: "e", message: "e"))])
    var service = WeatherService.unimplemented
    service.degrees = degrees.requiredClosure("degrees(city:)")
    service.note = note.silentClosure("note(text:)")
    #expect(await service.degrees("Oslo") == 21)
    let failures = await failures { await service.note("cold") }
    #expect(failures == [#"`WeatherService.note` with {"text":"cold"} cannot throw the error: e"#])
  }

  @Test("A closure that returns a stream returns the values of a stream response")
  func stream() async throws {
    let sequencer = sequencer("updates", [MockResponse(result: .stream, values: [1, 2, 3])])
    var service = WeatherService.unimplemented
    service.updates = sequencer.streamClosure("updates(city:)")
    var values: [Int] = []
    for try await value in service.updates("Oslo") { values.append(value) }
    #expect(values == [1, 2, 3])
    try sequencer.log.verify(
      "WeatherService.updates", arguments: MatchPattern(["city": "Oslo"]), called: 1)
  }

  @Test("A recorded closure behaves as before, and the log has its arguments, results, and counts")
  func recording() async throws {
    let (log, clock) = (MockCallLog(), MockClock.virtual())
    var service = WeatherService.unimplemented
    service.forecast = log.recording("W.forecast(city:days:)", clock: clock) { city, days in
      try await clock.sleep(for: .milliseconds(20))
      guard days < 8 else { throw MockServiceError(code: "tooFar", message: "Too far") }
      return "\(city) \(days)"
    }
    service.degrees = log.recording("W.degrees(city:)") { city in city.count }
    service.note = log.recording("W.note(text:)") { _ in await Task.yield() }
    service.hasCached = log.recording("W.hasCached(city:)") { _ in true }

    #expect(try await service.forecast("Oslo", 3) == "Oslo 3")
    await #expect(throws: MockServiceError.self) { try await service.forecast("Oslo", 9) }
    #expect(await service.degrees("Oslo") == 4)
    await service.note("cold")
    #expect(service.hasCached("Oslo"))

    #expect(
      log.calls().map(\.description) == [
        #"#1 W.forecast {"city":"Oslo","days":3} -> "Oslo 3""#,
        #"#2 W.forecast {"city":"Oslo","days":9} threw tooFar: Too far"#,
        #"#3 W.degrees {"city":"Oslo"} -> 4"#,
        #"#4 W.note {"text":"cold"} -> nothing"#,
        #"#5 W.hasCached {"city":"Oslo"} -> true"#,
      ])
    #expect(log.calls().map(\.count) == [1, 2, 1, 1, 1])
    let durations: [Duration] = [.milliseconds(20), .milliseconds(20)]
    #expect(log.calls("W.forecast").map(\.duration) == durations)
    #expect(log.count(of: "W.forecast") == 2)
    log.reset()
    _ = try await service.forecast("Bergen", 1)
    #expect(log.calls().map(\.count) == [1])
  }

  @Test("A recorded call runs until its closure returns, and can be cancelled")
  func recordingCancelled() async throws {
    let (log, clock) = (MockCallLog(), MockClock.virtual(manual: true))
    let refresh: @Sendable () async throws -> Void = log.recording("W.refresh()") {
      try await clock.sleep(for: .seconds(1))
    }
    let task = Task { try await refresh() }
    await clock.waitForSleepers(1)
    #expect(log.calls().map(\.outcome) == [.running])
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.calls().map(\.outcome) == [.cancelled])
  }

  @Test("Too few or too many labels are reported")
  func labels() async throws {
    let log = MockCallLog()
    let few: @Sendable (Int, Int) -> Int = log.recording("S.add(first:)") { $0 + $1 }
    let many: @Sendable (Int) -> Int = log.recording("twice(n:of:)") { $0 * 2 }
    let failures = await failures { #expect(few(1, 2) + many(3) == 9) }
    #expect(
      failures == [
        "`S.add(first:)` names 1 argument but was called with 2; name each argument, or write `S.add`",
        "`twice(n:of:)` names 2 arguments but was called with 1; name each argument, or write `twice`",
      ])
    #expect(log.calls().map(\.arguments) == [["first": 1, "_1": 2], ["n": 3]])
  }

  @Test(
    "Names are parsed",
    arguments: [
      ("load", MockClosureName(method: "load")),
      ("S.load", MockClosureName(service: "S", method: "load")),
      ("S.load()", MockClosureName(service: "S", method: "load", labels: [])),
      ("load(a:_:b:)", MockClosureName(method: "load", labels: ["a", "_", "b"])),
      ("A.S.load(a:)", MockClosureName(service: "A.S", method: "load", labels: ["a"])),
    ])
  func names(text: String, name: MockClosureName) {
    #expect(MockClosureName(text) == name)
    #expect("\(name)" == text)
  }
}
