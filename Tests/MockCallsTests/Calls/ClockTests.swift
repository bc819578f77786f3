import MockCalls
import MockConfiguration
import MockData
import MockPlatform
import Testing

@Suite struct ClockTests {
  @Test("A virtual clock starts at 2026-01-01T00:00:00Z by default")
  func start() async {
    let clock = MockClock.virtual(manual: true)
    #expect(clock.sinceEpoch == .seconds(1_767_225_600))
    await clock.advance(by: .seconds(90))
    #expect(clock.elapsed == .seconds(90))
    #expect(clock.sinceEpoch == .seconds(1_767_225_690))
    #expect(MockClock.virtual(start: .seconds(5)).sinceEpoch == .seconds(5))
  }

  @Test("`advance` wakes sleepers in order of due time, including sleeps started meanwhile")
  func advance() async throws {
    let clock = MockClock.virtual(manual: true)
    let diary = Diary()
    let tasks = [30, 10].map { time in
      Task {
        try await clock.sleep(for: .milliseconds(time))
        await diary.write("\(time) at \(clock.elapsed / .milliseconds(1))")
        try await clock.sleep(for: .milliseconds(time))
        await diary.write("\(time) again at \(clock.elapsed / .milliseconds(1))")
      }
    }
    await clock.waitForSleepers(2)
    await clock.advance(by: .milliseconds(59))
    #expect(await diary.lines == ["10 at 10.0", "10 again at 20.0", "30 at 30.0"])
    #expect(clock.elapsed == .milliseconds(59))
    await clock.advance(by: .milliseconds(1))
    #expect(await diary.lines.last == "30 again at 60.0")
    for task in tasks { try await task.value }
  }

  @Test("At full speed the earliest sleeper runs first, and the time is exact")
  func fullSpeed() async throws {
    let clock = MockClock.virtual()
    let diary = Diary()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for time in [3600, 60, 1] {
        group.addTask {
          try await clock.sleep(for: .seconds(time))
          await diary.write("\(clock.elapsed / .seconds(1))")
        }
      }
      try await group.waitForAll()
    }
    #expect(await diary.lines == ["1.0", "60.0", "3600.0"])
  }

  @Test("Sleepers with the same due time wake in the order they started sleeping")
  func ties() async throws {
    let clock = MockClock.virtual(manual: true)
    let diary = Diary()
    var tasks: [Task<Void, any Error>] = []
    for number in 1...20 {
      tasks.append(
        Task {
          try await clock.sleep(for: .seconds(1))
          await diary.write("\(number)")
        })
      await clock.waitForSleepers(number)
    }
    await clock.advance(by: .seconds(1))
    for task in tasks { try await task.value }
    #expect(await diary.lines == (1...20).map(String.init))
  }

  @Test("The clock doesn't advance while a call is being computed", arguments: [1, 3])
  func standsStill(sleeps: Int) async throws {
    struct Computing: MockResponder {
      let clock: MockClock
      let diary: Diary
      let sleeps: Int
      func answer(_ call: MockCall) async throws -> MockAnswer {
        for _ in 0..<sleeps {
          // Work that takes many turns of the executor, but no clock time.
          for _ in 0..<500 { await Task.yield() }
          try await clock.sleep(for: .milliseconds(10))
        }
        await diary.write("\(call.count) at \(clock.elapsed / .milliseconds(1))")
        return .response(MockResponse(result: .success, value: .int(call.count)))
      }
      func accepts(predicate: String, arguments: AnyCodableValue) -> Bool { true }
    }
    let clock = MockClock.virtual()
    let diary = Diary()
    let scene = try Scene(
      responses: #"{"result": "callback", "callback": "f"}"#, clock: clock,
      responder: Computing(clock: clock, diary: diary, sleeps: sleeps))
    async let first = scene.call()
    async let second = scene.call()
    _ = await (first, second)
    // If the clock had advanced during one task's work, the other's sleep would end later.
    let end = Double(sleeps * 10)
    #expect(await diary.lines.sorted() == ["1 at \(end)", "2 at \(end)"])
  }

  @Test("Calls that start together at full speed finish in order of due time")
  func fullSpeedCalls() async throws {
    let delays = [70, 20, 50, 10, 60, 30, 40]
    let scene = try Scene(
      responses: delays.map {
        #"{"result": "success", "delayMs": \#($0), "updateSharedState": {"a": \#($0)}}"#
      }.joined(separator: ","), clock: .virtual())
    let seen = Locked<[AnyCodableValue]>([])
    let observation = try #require(scene.state.subject(for: "a")).sink { value in
      seen.withLock { $0.append(value) }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in delays { group.addTask { _ = await scene.call() } }
    }
    observation.cancel()
    #expect(seen.withLock { $0 } == [0, 10, 20, 30, 40, 50, 60, 70])
    #expect(scene.clock.elapsed == .milliseconds(70))
  }

  @Test(
    "On a manual clock, sleeping until a past time returns immediately", .timeLimit(.minutes(30)))
  func past() async throws {
    let clock = MockClock.virtual(manual: true)
    await clock.advance(by: .seconds(1))
    try await clock.sleep(until: clock.now)
    try await clock.sleep(until: clock.now.advanced(by: .milliseconds(-300)))
    try await clock.sleep(for: .zero)
    #expect(clock.elapsed == .seconds(1))
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .zero)
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test("Two concurrent advances move a clock by their sum")
  func advancesAtOnce() async throws {
    for _ in 0..<20 {
      let clock = MockClock.virtual(manual: true)
      async let first: Void = clock.advance(by: .milliseconds(60))
      async let second: Void = clock.advance(by: .milliseconds(60))
      _ = await (first, second)
      #expect(clock.elapsed == .milliseconds(120))
      clock.reset()
      await clock.advance(by: .milliseconds(5))
      #expect(clock.elapsed == .milliseconds(5))
    }
  }

  @Test("A sleep is cancelled immediately")
  func cancellation() async throws {
    for clock in [MockClock.virtual(manual: true), .real()] {
      let task = Task { try await clock.sleep(for: .seconds(3600)) }
      await clock.waitForSleepers(1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test(
    "Cancelling a task ends its wait for sleepers, before or after the wait starts",
    .timeLimit(.minutes(30)))
  func cancelledWaiting() async throws {
    for clock in [MockClock.virtual(manual: true), .virtual(), .real()] {
      for startsCancelled in [true, false] {
        let begun = AsyncStream.makeStream(of: Void.self)
        let waiting = Task {
          if startsCancelled { withUnsafeCurrentTask { $0?.cancel() } }
          begun.continuation.yield()
          await clock.waitForSleepers(1)
        }
        for await _ in begun.stream { break }
        // The task is most likely waiting by now.
        for _ in 0..<10 { await Task.yield() }
        waiting.cancel()
        #expect(await ends(waiting))
      }
    }
  }

  /// Whether a task ends before the test is cancelled by its time limit.
  private func ends(_ task: Task<Void, Never>) async -> Bool {
    let ended = AsyncStream.makeStream(of: Void.self)
    Task {
      await task.value
      ended.continuation.yield()
    }
    for await _ in ended.stream { return true }
    return false
  }

  @Test("A cancelled wait leaves other waits for sleepers running", .timeLimit(.minutes(30)))
  func othersWaitOn() async throws {
    let clock = MockClock.virtual(manual: true)
    let diary = Diary()
    let cancelled = Task { await clock.waitForSleepers(1) }
    let other = Task {
      await clock.waitForSleepers(1)
      await diary.write("one sleeps")
    }
    for _ in 0..<10 { await Task.yield() }
    cancelled.cancel()
    #expect(await ends(cancelled))
    #expect(await diary.lines.isEmpty)
    let sleep = Task { try await clock.sleep(for: .seconds(1)) }
    await other.value
    #expect(await diary.lines == ["one sleeps"])
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }

  @Test("A real clock wakes its sleepers in order of due time")
  func real() async throws {
    let clock = MockClock.real()
    let diary = Diary()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for time in [12, 1] {
        group.addTask {
          try await clock.sleep(for: .milliseconds(time))
          await diary.write("\(time)")
        }
      }
      try await group.waitForAll()
    }
    #expect(await diary.lines == ["1", "12"])
    #expect(clock.elapsed >= .milliseconds(12))
    #expect(clock.sinceEpoch > .seconds(1_700_000_000))
  }
}
