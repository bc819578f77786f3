internal import CLibrary
internal import MockCalls
internal import MockLua
internal import MockPlatform

/// Functions to call in the body of an explored test.
///
/// They also work in ordinary tests.
public enum Explored {
  /// Whether this is the baseline run, with no reordering or injected failures; always true in ordinary tests.
  ///
  /// Use it for expectations that only hold in the baseline run, such as an exact result.
  public static var isBaseline: Bool {
    guard let run = CurrentRun.value else { return true }
    return !run.hasFaults && run.plan.seed == nil && run.plan.choices.isEmpty
  }

  /// Returns whether exploring made a call to a method fail.
  ///
  /// The call got an error, was canceled, never got a response, or got a replaced response such as an empty list.
  ///
  /// - Parameters:
  ///   - method: The method with its service, such as `Cart.add`. If no mock or script has the method, an issue is
  ///     recorded.
  ///   - fileID: The file to attribute that issue to in Swift Testing; the caller's by default.
  ///   - file: The file to attribute that issue to in XCTest; the caller's by default.
  ///   - line: The line to attribute that issue to; the caller's by default.
  ///   - column: The column to attribute that issue to; the caller's by default.
  /// - Returns: Whether a call was made to fail. In ordinary tests, this is always false.
  public static func failed(
    _ method: String, fileID: StaticString = #fileID, file: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool {
    hasFault(method, ExpectationPlace(fileID, file, line, column)) { _ in true }
  }

  /// Returns whether exploring made a call to a method throw an error.
  ///
  /// If the call was canceled, never got a response, or got a replaced response such as an empty list, this function
  /// returns false. ``failed(_:fileID:file:line:column:)`` returns true for these calls, too.
  ///
  /// - Parameters:
  ///   - method: The method with its service, such as `Cart.add`. If no mock or script has the method, an issue is
  ///     recorded.
  ///   - fileID: The file to attribute that issue to in Swift Testing; the caller's by default.
  ///   - file: The file to attribute that issue to in XCTest; the caller's by default.
  ///   - line: The line to attribute that issue to; the caller's by default.
  ///   - column: The column to attribute that issue to; the caller's by default.
  /// - Returns: Whether a call was made to throw. In ordinary tests, this is always false.
  public static func threw(
    _ method: String, fileID: StaticString = #fileID, file: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool {
    hasFault(method, ExpectationPlace(fileID, file, line, column)) { fault in
      switch fault {
      case .cancelled, .empty, .null, .never, .changed: false
      default: true
      }
    }
  }

  /// Returns whether the run injects such a fault into a call to a method, whose name is checked.
  private static func hasFault(
    _ method: String, _ place: ExpectationPlace, _ isSuch: (PlannedFault) -> Bool
  ) -> Bool {
    do throws(MockVerificationError) {
      try CurrentScenario.found?.runtime.log.checkName(of: method)
    } catch {
      place.record(error.problem)
    }
    guard let run = CurrentRun.value else { return false }
    return run.record.calls.contains {
      $0.name == method && run.plan.faults[$0.order].map(isSuch) == true
    }
  }

  /// Waits until nothing in the test can run, so that exploring can let responses arrive before or after this point.
  ///
  /// In an ordinary test, this function returns when responses without a delay have arrived. If the test doesn't have a
  /// scenario, an issue is recorded.
  ///
  /// - Parameters:
  ///   - fileID: The file to attribute that issue to in Swift Testing; the caller's by default.
  ///   - file: The file to attribute that issue to in XCTest; the caller's by default.
  ///   - line: The line to attribute that issue to; the caller's by default.
  ///   - column: The column to attribute that issue to; the caller's by default.
  public static func step(
    fileID: StaticString = #fileID, file: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    if let run = CurrentRun.value { return await run.turns.wait() }
    await settle("Explored.step()", ExpectationPlace(fileID, file, line, column)) { _ in true }
  }

  /// Waits until every response has arrived and nothing sleeps on the scenario's clock.
  ///
  /// In an explored test, the wait is exact. In an ordinary test, the function also waits for tasks that the test has
  /// started. If they are computing, it waits up to five seconds. If they wait for something outside of the scenario,
  /// it waits 200 ms. It never waits for detached tasks, threads, or dispatch queues. It also doesn't wait for a call
  /// at a closed gate, or for a sleep on a clock that the test advances.
  ///
  /// If the test doesn't have a scenario, an issue is recorded.
  ///
  /// - Parameters:
  ///   - fileID: The file to attribute that issue to in Swift Testing; the caller's by default.
  ///   - file: The file to attribute that issue to in XCTest; the caller's by default.
  ///   - line: The line to attribute that issue to; the caller's by default.
  ///   - column: The column to attribute that issue to; the caller's by default.
  public static func settle(
    fileID: StaticString = #fileID, file: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    if let run = CurrentRun.value { return await run.quiets.wait() }
    await settle("Explored.settle()", ExpectationPlace(fileID, file, line, column)) {
      !$0.clock.isDriving
    }
  }

  /// The number of consecutive checks without a change after which an ordinary test counts as settled.
  ///
  /// In an ordinary test, it isn't known what can still run.
  private static let looks = 3

  /// Lets other tasks run until nothing changes in the scenario anymore.
  private static func settle(
    _ name: String, _ place: ExpectationPlace, _ isOver: (ScenarioRuntime) -> Bool
  ) async {
    guard let runtime = CurrentScenario.found?.runtime else {
      place.record(
        "`\(name)` waits for the calls of a scenario, but this test does not have one; add `.scenario(...)`"
          + " or `.mocked` (in XCTest, keep a `ScenarioSession`), and call it from the test's own task"
      )
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
      // Tasks that wait for a call or a stream of the scenario don't count.
      let others = (TestTasks.running ?? 0) - runtime.context.waitingCount
      guard others > 0, patience.lasts(with: others) else { return }
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Limits how long an ordinary test waits for its tasks, which may be computing or may wait forever.
  private struct Patience {
    private var tasks = 0
    private var start = ContinuousClock.now
    private var used = clock()

    /// Returns whether to keep waiting.
    ///
    /// The wait ends 200 ms after the number of tasks last changed, or after five seconds if the process is computing.
    mutating func lasts(with tasks: Int) -> Bool {
      if tasks != self.tasks { (self.tasks, start, used) = (tasks, .now, clock()) }
      let time = ContinuousClock.now - start
      if time < .milliseconds(200) { return true }
      let computed = Duration.microseconds(Int64(clock() - used))
      return time < .seconds(5) && computed > time / 2
    }
  }
}
