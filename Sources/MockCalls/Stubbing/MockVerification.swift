internal import MockData

/// The calls of a requirement that a verification looks for, with the requirement's own types.
///
/// ```swift
/// mock.verify.load(id: 7).called(2)
/// #expect(mock.verify.load().captured == [7, 8])
/// ```
public struct MockVerification<Arguments> {
  private let sequencer: MockCallSequencer
  private let method: String
  private let shown: AnyCodableValue?
  private let calls: [MockCallRecord]
  /// How many there were in all.
  private let total: Int
  private var matching: [MockCallRecord] = []
  private var arguments: [Arguments] = []
  /// What is wrong with arguments that cannot be read.
  private var problem: String?
  /// Whether it looks for a call.
  private let accepts: (CallEntry) -> Bool

  init(
    _ sequencer: MockCallSequencer, _ name: String,
    _ shown: KeyValuePairs<String, AnyCodableValue?>,
    _ read: @escaping (_MockLoggedArguments) throws -> Arguments
  ) {
    accepts = { (try? read(_MockLoggedArguments($0.arguments))) != nil }
    self.sequencer = sequencer
    let log = sequencer.log
    method = sequencer.service.map { "\($0).\(name)" } ?? name
    let members = shown.compactMap { label, value in value.map { (label, $0) } }
    self.shown = members.isEmpty ? nil : .dictionary(Dictionary(members) { $1 })
    let (entries, total) = log.history(of: method)
    self.total = total
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
      if let problem, shown != nil {
        throw MockVerificationError(problem: problem, calls: calls)
      }
      try sequencer.log.verify(
        method, calls, of: total, matching: shown == nil ? nil : matching, called: expected,
        accepts: { [accepts, isAny = shown == nil] in isAny || accepts($1) },
        text: { redaction in shown.map { "\(method) \(redaction.redacted($0).shortText)" } ?? method
        })
    } catch {
      report("\(error)", file, line)
    }
  }

  /// The arguments of the calls in order: a value where the requirement takes one, else a tuple of its labels.
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
