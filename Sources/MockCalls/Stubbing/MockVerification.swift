internal import MockData

/// The calls of a requirement that a verification looks for, with the requirement's own types.
///
/// ```swift
/// mock.verify.load(id: 7).called(2)
/// #expect(mock.verify.load().captured == [7, 8])
/// ```
///
/// The verification of a mock has the calls of that mock only. Those of ``MockInstances`` has the calls of all mocks of
/// the protocol, and those that scripts and other processes make.
public struct MockVerification<Arguments> {
  private let sequencer: MockCallSequencer
  /// The number of the mock; 0 for all mocks.
  private let mock: Int
  private let method: String
  private let shown: AnyCodableValue?
  private let calls: [MockCallRecord]
  /// The number of calls, including those that the log no longer keeps.
  private let total: Int
  /// The number of kept calls that went to other mocks of the service, or came from a script or another process.
  private let others: Int
  /// Whether the log dropped calls that may have been calls of this mock.
  private let isUncertain: Bool
  private var matching: [MockCallRecord] = []
  private var arguments: [Arguments] = []
  /// What is wrong with arguments that cannot be read.
  private var problem: String?
  /// Whether it looks for a call.
  private let accepts: (CallEntry) -> Bool

  init(
    _ core: _MockServiceCore, _ name: String,
    _ shown: KeyValuePairs<String, AnyCodableValue?>,
    _ read: @escaping (_MockLoggedArguments) throws -> Arguments
  ) {
    let mock = core.mock
    accepts = {
      (mock == 0 || $0.mock == mock) && (try? read(_MockLoggedArguments($0.arguments))) != nil
    }
    (self.mock, sequencer) = (mock, core.sequencer)
    let log = sequencer.log
    method = sequencer.service.map { "\($0).\(name)" } ?? name
    let members = shown.compactMap { label, value in value.map { (label, $0) } }
    self.shown = members.isEmpty ? nil : .dictionary(Dictionary(members) { $1 })
    let (all, total) = log.history(of: method)
    let entries = core.mock == 0 ? all : all.filter { $0.entry.mock == core.mock }
    others = all.count - entries.count
    self.total = total - others
    isUncertain = core.mock != 0 && total > all.count
    calls = entries.map { $1.record(order: $0, redaction: log.redaction) }
    for ((_, entry), call) in zip(entries, calls) {
      do {
        arguments.append(try read(_MockLoggedArguments(entry.arguments)))
        matching.append(call)
      } catch let error as _MockLoggedArguments.Unreadable {
        problem = problem ?? "#\(call.order) \(method): \(error.problem)"
      } catch {
        continue
      }
    }
  }

  /// Expects how often the requirement was called so; anything else fails the test here.
  ///
  /// - Parameters:
  ///   - expected: How often; at least once by default.
  ///   - file: The file to report; the caller's by default.
  ///   - line: The line to report; the caller's by default.
  public func called(
    _ expected: MockCallCount = .atLeast(1), file: StaticString = #filePath, line: UInt = #line
  ) {
    do throws(MockVerificationError) {
      if mock == 0, sequencer.context.hasNoScenario {
        throw MockVerificationError(
          problem: "no scenario is running here, so no call of \(method) is known; add"
            + " `.scenario(...)` or `.mocked` to the test, and verify in its task", calls: calls)
      }
      if let problem, shown != nil {
        throw MockVerificationError(problem: problem, calls: calls)
      }
      try sequencer.log.verify(
        method, calls, of: total, matching: shown == nil && !isUncertain ? nil : matching,
        called: expected, others: hintAtOthers, by: mock,
        accepts: { [accepts, isAny = shown == nil, mock] in
          isAny ? mock == 0 || $1.mock == mock : accepts($1)
        },
        text: { redaction in shown.map { "\(method) \(redaction.redacted($0).shortText)" } ?? method
        })
    } catch {
      report("\(error)", file, line)
    }
  }

  private var hintAtOthers: String {
    guard others > 0 else { return "" }
    let calls = others == 1 ? "1 call was" : "\(others) calls were"
    let all = sequencer.service.map { "`Mock\($0).all.verify`" } ?? "`.all.verify` of its type"
    return " on this mock; \(calls) not made on it, and \(all) counts every call"
  }

  /// The arguments of the calls in order: a value if the requirement takes one, otherwise a tuple of its labels.
  ///
  /// An argument that is an object, and gone, fails the test.
  public var captured: [Arguments] {
    if let problem { report(problem, #filePath, #line) }
    return arguments
  }

  private func report(_ problem: String, _ file: StaticString, _ line: UInt) {
    sequencer.report(
      MockFailure(
        severity: .expectation, message: problem,
        sourceLocation: MockSourceLocation(file: file, line: line)))
  }
}
