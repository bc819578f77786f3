internal import MockCalls
internal import MockLua

// You can make the same calls on any scenario that you hold: `try scenario.gates.open("network")`.

/// Opens a gate of the current scenario, so that the calls that wait there continue.
///
/// If the gate is already open, nothing happens. If the scenario has no gate of that name, the test fails.
///
/// - Parameters:
///   - name: The name of the gate.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The file to attribute the issue to in XCTest; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
public func openGate(
  _ name: String, fileID: StaticString = #fileID, file: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  recordingIssue(ExpectationPlace(fileID, file, line, column)) { scenario in
    try scenario.context.gates.open(name)
  }
}

/// Closes a gate of the current scenario, so that calls that arrive from now on wait there.
///
/// If the scenario has no gate of that name, the test fails.
///
/// - Parameters:
///   - name: The name of the gate.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The file to attribute the issue to in XCTest; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
public func closeGate(
  _ name: String, fileID: StaticString = #fileID, file: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  recordingIssue(ExpectationPlace(fileID, file, line, column)) { scenario in
    try scenario.context.gates.close(name)
  }
}

/// Waits until the given number of calls are waiting at a gate of the current scenario.
///
/// If the scenario has no gate of that name, the test fails.
///
/// - Parameters:
///   - count: The number of calls that must be waiting at the same time. The default is 1.
///   - name: The name of the gate.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The file to attribute the issue to in XCTest; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
public nonisolated(nonsending) func waitForCalls(
  _ count: Int = 1, at name: String, fileID: StaticString = #fileID,
  file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
  await recordingIssue(ExpectationPlace(fileID, file, line, column)) { scenario in
    try await scenario.context.gates.waitForCalls(count, at: name)
  }
}

/// Moves the virtual clock of the current scenario forward, and wakes every call that becomes due.
///
/// This function returns when the clock has reached the new time, and every call has ended or is waiting again. If the
/// clock is real or the duration is negative, the test fails.
///
/// - Parameters:
///   - duration: The duration to add to the clock's time.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The file to attribute the issue to in XCTest; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
public nonisolated(nonsending) func advance(
  by duration: Duration, fileID: StaticString = #fileID, file: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) async {
  await recordingIssue(ExpectationPlace(fileID, file, line, column)) { scenario in
    await scenario.clock.advance(by: duration)
  }
}
