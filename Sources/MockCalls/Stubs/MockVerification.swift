internal import MockConfiguration
public import MockData

/// A verification of calls to a requirement, with arguments of the requirement's own types.
///
/// ```swift
/// mock.verify.load(id: 7).called(2)
/// await mock.verify.save().eventually(within: .seconds(1))
/// #expect(mock.verify.load().captured == [7, 8])
/// ```
///
/// The verification of a mock includes only calls to that mock. The verification of ``MockInstances`` includes the
/// calls to all mocks of the protocol, and calls that scripts and other processes make.
public struct MockVerification<Arguments> {
  /// The calls in the log when a check begins.
  private struct Found {
    var calls: [MockCallRecord]
    /// The number of calls, including calls that the log no longer keeps.
    var total: Int
    /// The number of kept calls that weren't made to this mock: calls to other mocks, from scripts, or from other
    /// processes.
    var others: Int
    /// Whether the log has dropped calls that may have been made to this mock.
    var isUncertain: Bool
    var matching: [MockCallRecord] = []
    var arguments: [Arguments] = []
    /// The problem with an argument that can't be read, if any.
    var problem: String?
  }

  private let sequencer: MockCallSequencer
  /// The number of the mock, or 0 for all mocks.
  private let mock: Int
  private let method: String
  private let shown: AnyCodableValue?
  private let read: (_MockLoggedArguments) throws -> Arguments

  init(
    _ core: _MockServiceCore, _ name: String,
    _ shown: KeyValuePairs<String, AnyCodableValue?>,
    _ read: @escaping (_MockLoggedArguments) throws -> Arguments
  ) {
    (mock, sequencer, self.read) = (core.mock, core.sequencer, read)
    method = sequencer.service.map { "\($0).\(name)" } ?? name
    let members = shown.compactMap { label, value in value.map { (label, $0) } }
    self.shown = members.isEmpty ? nil : .dictionary(Dictionary(members) { $1 })
  }

  /// Verifies the number of calls that have begun.
  ///
  /// If the number is different, the test fails at the line of this call. A later call isn't compared with it, so await
  /// the tasks that can call first.
  ///
  /// - Parameters:
  ///   - expected: The expected number, such as `2`, `1...2`, or `.never` (default: at least one call).
  ///   - file: The file to attribute a failure to (default: the caller's).
  ///   - line: The line to attribute a failure to (default: the caller's).
  public func called(
    _ expected: some MockCallCountExpression = .atLeast(1), file: StaticString = #filePath,
    line: UInt = #line
  ) {
    do throws(MockVerificationError) {
      try check(expected.callCount)
    } catch {
      report("\(error)", file, line)
    }
  }

  /// Waits until the expected number of calls have been made.
  ///
  /// If the time runs out first, the test fails at the line of this call. The test fails immediately if `expected`
  /// accepts zero calls, as `.never` does.
  ///
  /// - Parameters:
  ///   - expected: The expected number, such as `2`, `1...2`, or `.atLeast(3)` (default: at least one call).
  ///   - limit: The maximum time to wait.
  ///   - clock: The clock that measures the limit (default: the real clock, not the scenario's).
  ///   - file: The file to attribute a failure to (default: the caller's).
  ///   - line: The line to attribute a failure to (default: the caller's).
  public nonisolated(nonsending) func eventually(
    _ expected: some MockCallCountExpression = .atLeast(1), within limit: Duration,
    clock: MockClock = .real(), file: StaticString = #filePath, line: UInt = #line
  ) async {
    if let problem = expected.callCount.waitProblem(method) {
      return report(problem, file, line)
    }
    await sequencer.log.wait(within: limit, on: clock) {
      (try? check(expected.callCount)) != nil
    }
    called(expected, file: file, line: line)
  }

  private func check(_ expected: MockCallCount) throws(MockVerificationError) {
    let found = find()
    if mock == 0, sequencer.context.hasNoScenario {
      throw MockVerificationError(
        problem: "no scenario is running here, so no call to \(method) is known;"
          + " add `.scenario(...)` or `.mocked` to the test (in XCTest, keep a `ScenarioSession`), and call"
          + " `verify` in the task of the test",
        calls: found.calls)
    }
    if mock == 0, let service = sequencer.service, sequencer.context.contracts.isShared(service) {
      throw MockVerificationError(
        problem: "`all` cannot distinguish the calls to \(method), because mocks of several"
          + " protocols named `\(service)` are in use; verify each mock with `mock.verify`, or rename a"
          + " protocol",
        calls: found.calls)
    }
    if let problem = found.problem, shown != nil {
      throw MockVerificationError(problem: problem, calls: found.calls)
    }
    try sequencer.log.verify(
      method, found.calls, of: found.total,
      matching: shown == nil && !found.isUncertain ? nil : found.matching,
      called: expected, others: hint(at: found.others), by: mock,
      accepts: { accepts($1) }, text: text)
  }

  private func find() -> Found {
    let log = sequencer.log
    let (all, total) = log.history(of: method)
    let entries = mock == 0 ? all : all.filter { $0.entry.mock == mock }
    let others = all.count - entries.count
    var found = Found(
      calls: entries.map { $1.record(order: $0, redaction: log.redaction) },
      total: total - others, others: others, isUncertain: mock != 0 && total > all.count)
    for ((_, entry), call) in zip(entries, found.calls) {
      do {
        found.arguments.append(try read(_MockLoggedArguments(entry.arguments)))
        found.matching.append(call)
      } catch let error as _MockLoggedArguments.Unreadable {
        found.problem = found.problem ?? "#\(call.order) \(method): \(error.problem)"
      } catch {
        continue
      }
    }
    return found
  }

  private func accepts(_ entry: CallEntry) -> Bool {
    guard mock == 0 || entry.mock == mock else { return false }
    return shown == nil || (try? read(_MockLoggedArguments(entry.arguments))) != nil
  }

  private func text(_ redaction: Redaction) -> String {
    shown.map { "\(method) \(redaction.redacted($0).shortText)" } ?? method
  }

  private func hint(at others: Int) -> String {
    guard others > 0 else { return "" }
    let calls = others == 1 ? "1 call was" : "\(others) calls were"
    let all = sequencer.service.map { "`Mock\($0).all.verify`" } ?? "`.all.verify` of its type"
    return " on this mock; \(calls) not made on it, and \(all) counts every call"
  }

  /// The arguments of the matching calls, in the order of the calls.
  ///
  /// If the requirement has a single parameter, each element is its value. Otherwise, each element is a tuple with
  /// labels. If an argument is an object that was released, or can't be converted to the parameter's type, the test
  /// fails.
  public var captured: [Arguments] {
    let found = find()
    if let problem = found.problem { report(problem, #filePath, #line) }
    return found.arguments
  }

  private func report(_ problem: String, _ file: StaticString, _ line: UInt) {
    sequencer.report(problem, at: MockSourceLocation(file: file, line: line))
  }
}

extension MockVerification: MockOrderedCall {
  /// The expected call, in the form that the call log checks.
  public var _expected: _MockExpectedCall {
    _MockExpectedCall(
      check: { log throws(MockVerificationError) in
        guard sequencer.log !== log else { return }
        throw MockVerificationError(
          problem:
            "the mock of \(method) belongs to another scenario; verify the order in that scenario's log",
          calls: log.calls())
      },
      accepts: { $0.qualifiedMethod == method && accepts($1) }, text: text)
  }
}

/// The verifications of a mock, with a method for each requirement.
///
/// `mock.verify` returns the verifications of one mock, and `MockX.all.verify` returns the verifications of all mocks
/// of a protocol. The macro generates a subclass for each protocol.
open class _MockVerifying {
  /// The core of the mock.
  ///
  /// Generated code uses this property.
  public let _mocking: _MockServiceCore

  /// Creates the verifications of a mock.
  ///
  /// Generated code calls this initializer.
  public required init(_mocking: _MockServiceCore) {
    self._mocking = _mocking
  }

  /// Returns the verification of calls to the requirement with a key.
  ///
  /// Generated code calls this method. `shown` contains the matches for the arguments, as they appear in messages. A
  /// match for any value is `nil`. `read` returns the arguments of a call, and throws an error if they don't match.
  public final func _calls<Arguments>(
    _ method: String, _ shown: KeyValuePairs<String, AnyCodableValue?>,
    _ read: @escaping (_MockLoggedArguments) throws -> Arguments
  ) -> MockVerification<Arguments> {
    MockVerification(_mocking, method, shown, read)
  }
}

/// The arguments of a call in the log, for generated code.
public struct _MockLoggedArguments {
  struct Mismatch: Error {}

  /// The error for an argument whose original value isn't available.
  struct Unreadable: Error {
    var problem: String
  }

  private let arguments: MockArguments

  init(_ arguments: MockArguments) {
    self.arguments = arguments
  }

  /// Returns the argument with a label, converted to the type of its parameter.
  ///
  /// - Throws: An error if the argument doesn't match, is no longer available, or can't be converted to the type.
  public func argument<Value>(_ label: String, _ match: MockMatch<Value>) throws -> Value {
    let value: Value = try typed(label)
    guard match._accepts(value) else { throw Mismatch() }
    return value
  }

  private func typed<Value>(_ label: String) throws -> Value {
    if let argument = arguments.argument(label), let kept = argument.kept {
      // In two steps, because an optional would be a valid value of `Any`.
      if let given = kept.value, let value = given as? Value { return value }
      throw Unreadable(
        problem: "`\(label)` was an object that no longer exists; keep it until you verify the call"
      )
    }
    let data = arguments.value.member(at: [label]) ?? .null
    if let value = data.swiftValue as? Value { return value }
    // The call came from a script or another process, so its arguments are data.
    if let type = Value.self as? any Decodable.Type {
      do {
        if let value = try AnyCodableValueDecoder().decode(type, from: data) as? Value {
          return value
        }
      } catch let error as DecodingError {
        let path = JSONPath([.key(label)] + JSONPath(error.context?.codingPath ?? []).steps)
        let reason = error.context?.debugDescription ?? "\(error)"
        throw Unreadable(
          problem:
            "`\(label)` was \(data.shortText), which is not \(articled("\(Value.self)")):"
            + " `\(path)`: \(reason)")
      }
    }
    throw Unreadable(
      problem: "`\(label)` was \(data.shortText), which is not \(articled("\(Value.self)"))")
  }
}
