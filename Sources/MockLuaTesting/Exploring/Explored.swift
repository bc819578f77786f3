internal import CLibrary
internal import MockCalls
internal import MockLua
internal import MockPlatform

/// What the body of an explored test asks of its run; it may ask in any other test as well.
public enum Explored {
  /// Whether nothing is done in another way than an ordinary test does it: every order as the calls come, no failure.
  ///
  /// What holds only then, such as a result to the letter, is expected where it is true. True in ordinary tests.
  public static var isUndisturbed: Bool {
    guard let run = CurrentRun.value else { return true }
    return !run.hasFaults && run.plan.seed == nil && run.plan.choices.isEmpty
  }

  /// Whether a call of a method was made to fail so far, or answered with something else, such as an empty list.
  ///
  /// - Parameters:
  ///   - method: The method with its service, such as `Cart.add`; a name that no mock or script has is an issue.
  ///   - fileID: The file of that issue in Swift Testing; the caller's by default.
  ///   - file: The file of that issue in XCTest; the caller's by default.
  ///   - line: The line of that issue; the caller's by default.
  ///   - column: The column of that issue; the caller's by default.
  /// - Returns: False in ordinary tests.
  public static func disturbed(
    _ method: String, fileID: StaticString = #fileID, file: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool {
    checkName(method, ExpectationPlace(fileID, file, line, column))
    guard let run = CurrentRun.value else { return false }
    let calls = run.record.calls
    return calls.contains { $0.name == method && run.plan.faults[$0.order] != nil }
  }

  private static func checkName(_ method: String, _ place: ExpectationPlace) {
    do throws(MockVerificationError) {
      try CurrentScenario.found?.runtime.log.checkName(of: method)
    } catch {
      place.record(error.problem)
    }
  }

  /// Whether a call of a method was made to throw an error so far.
  ///
  /// It is false for a call that was answered with something else, such as an empty list, was cancelled, or never ends:
  /// ``disturbed(_:fileID:file:line:column:)`` is true for those as well.
  ///
  /// - Parameters:
  ///   - method: The method with its service, such as `Cart.add`; a name that no mock or script has is an issue.
  ///   - fileID: The file of that issue in Swift Testing; the caller's by default.
  ///   - file: The file of that issue in XCTest; the caller's by default.
  ///   - line: The line of that issue; the caller's by default.
  ///   - column: The column of that issue; the caller's by default.
  /// - Returns: False in ordinary tests.
  public static func failed(
    _ method: String, fileID: StaticString = #fileID, file: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool {
    checkName(method, ExpectationPlace(fileID, file, line, column))
    guard let run = CurrentRun.value else { return false }
    return run.record.calls.contains { call in
      guard call.name == method, let fault = run.plan.faults[call.order] else { return false }
      switch fault {
      case .cancelled, .empty, .null, .never, .changed: return false
      default: return true
      }
    }
  }

  /// Waits until nothing of the test can run: answers may come before or behind, as exploring has it.
  ///
  /// In an ordinary test answers that take no time have come then.
  ///
  /// A test without a scenario gets an issue.
  ///
  /// - Parameters:
  ///   - fileID: The file of that issue in Swift Testing; the caller's by default.
  ///   - file: The file of that issue in XCTest; the caller's by default.
  ///   - line: The line of that issue; the caller's by default.
  ///   - column: The column of that issue; the caller's by default.
  public static func turn(
    fileID: StaticString = #fileID, file: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    if let run = CurrentRun.value { return await run.turns.wait() }
    await settle("Explored.turn()", ExpectationPlace(fileID, file, line, column)) { _ in true }
  }

  /// Waits until every response has arrived and nothing sleeps on the scenario's clock.
  ///
  /// In an explored test this is exact. In an ordinary test, it also waits for the tasks that the test has started: a task
  /// that computes before it makes its call is waited for as long as the process computes, up to 5 s. A task that waits
  /// for something outside of the scenario is waited for 200 ms. Detached tasks, threads, and dispatch queues aren't
  /// seen.
  ///
  /// It doesn't wait for a call at a closed gate, or for a sleep on a clock that the test moves.
  ///
  /// A test without a scenario gets an issue.
  ///
  /// - Parameters:
  ///   - fileID: The file of that issue in Swift Testing; the caller's by default.
  ///   - file: The file of that issue in XCTest; the caller's by default.
  ///   - line: The line of that issue; the caller's by default.
  ///   - column: The column of that issue; the caller's by default.
  public static func quiet(
    fileID: StaticString = #fileID, file: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    if let run = CurrentRun.value { return await run.quiets.wait() }
    await settle("Explored.quiet()", ExpectationPlace(fileID, file, line, column)) {
      !$0.clock.isDriving
    }
  }

  /// How many looks in a row must be alike in an ordinary test, where nobody sees what can run.
  private static let looks = 3

  /// Lets others run until nothing happens in the scenario any more.
  private static func settle(
    _ name: String, _ place: ExpectationPlace, _ isOver: (ScenarioRuntime) -> Bool
  ) async {
    guard let runtime = CurrentScenario.found?.runtime else {
      place.record(
        "`\(name)` waits for the calls of a scenario, and this test has none; add `.scenario(...)` or `.mocked`, and"
          + " call it from the test's own task")
      return
    }
    var (last, count) = (ScenarioSigns(runtime), 0)
    var patience = Patience()
    while !Task.isCancelled {
      await runtime.clock.settle()
      await MainActor.run {}
      let signs = ScenarioSigns(runtime)
      let isStill = signs == last && isOver(runtime)
      count = isStill ? count + 1 : 0
      last = signs
      guard count >= looks else {
        if !isStill { patience = Patience() }
        continue
      }
      // A task that waits for a call or a stream of the scenario is seen there.
      let others = (TestTasks.running ?? 0) - runtime.context.waitingCount
      guard others > 0, patience.lasts(with: others) else { return }
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// A limit for waiting for tasks of an ordinary test.
  ///
  /// The tasks may be computing, or may wait for something that never happens.
  private struct Patience {
    private var tasks = 0
    private var start = ContinuousClock.now
    private var used = clock()

    /// Returns whether to keep waiting.
    ///
    /// The wait lasts 200 ms from the last change in the number of tasks, or up to 5 s while the process computes.
    mutating func lasts(with tasks: Int) -> Bool {
      if tasks != self.tasks { (self.tasks, start, used) = (tasks, .now, clock()) }
      let time = ContinuousClock.now - start
      if time < .milliseconds(200) { return true }
      let computed = Duration.microseconds(Int64(clock() - used))
      return time < .seconds(5) && computed > time / 2
    }
  }
}
