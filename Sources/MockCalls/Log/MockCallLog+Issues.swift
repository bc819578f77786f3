internal import MockConfiguration
public import MockData
internal import MockPlatform

extension MockCallLog {
  /// Returns the values that an argument had in the calls to a method, in order.
  ///
  /// Calls without the argument are skipped.
  ///
  /// - Parameters:
  ///   - label: The label of the argument. To get a member of an object, separate the names with dots.
  ///   - method: The method with its service, such as `OTP.verify`.
  ///   - file: The file to attribute an issue to if none of the calls has the argument (default: the caller's).
  ///   - line: The line to attribute an issue to if none of the calls has the argument (default: the caller's).
  /// - Returns: The values in the calls that the log still keeps.
  public func captured(
    _ label: String, of method: String, file: StaticString = #filePath, line: UInt = #line
  ) -> [AnyCodableValue] {
    let path = label.split(separator: ".").map(String.init)
    let entries = entries(of: method)
    let values = entries.compactMap { $0.entry.arguments.value.member(at: path) }
    // If an argument is `nil`, it is absent. That isn't a problem.
    let labels = Set(entries.flatMap { $0.entry.arguments.labels })
    if values.isEmpty, let name = path.first, !labels.isEmpty, !labels.contains(name) {
      let problem = "no call to `\(method.escaped)` has an argument `\(name.escaped)`; "
      let known = labels.sorted().map { "`\($0.escaped)`" }.joined(separator: ", ")
      MockFailureHandler.report(
        MockFailure(
          severity: .expectation,
          message: problem + (NearestName.hint(for: name, candidates: labels) ?? "it has \(known)"),
          sourceLocation: MockSourceLocation(file: file, line: line)))
    }
    return values
  }

  /// Returns the values that an argument had in the calls to a method, decoded as a type.
  ///
  /// For the parameters, see ``captured(_:of:file:line:)``.
  ///
  /// - Throws: ``MockVerificationError`` if a value can't be decoded as the type. The error names the line, the call,
  ///   and the argument.
  public func captured<Value: Decodable>(
    _ label: String, of method: String, as type: Value.Type, file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> [Value] {
    let values = captured(label, of: method, file: file, line: line)
    guard !values.isEmpty else { return [] }
    let path = label.split(separator: ".").map(String.init)
    return try entries(of: method).compactMap { order, entry in
      guard let value = entry.arguments.value.member(at: path) else { return nil }
      do {
        return try AnyCodableValueDecoder().decode(type, from: value)
      } catch let error as DecodingError {
        let call = entry.record(order: order, redaction: redaction)
        let place = MockSourceLocation(file: file, line: line).place
        let name = JSONPath(path.map { .key($0) } + JSONPath(error.context?.codingPath ?? []).steps)
        let reason = error.context?.debugDescription ?? "\(error)"
        throw MockVerificationError(
          problem: "\(place): call #\(order) of `\(method.escaped)`, argument `\(name)`:"
            + " \(redaction.redacted(reason)); capture it as its actual type, or as data without `as:`",
          calls: [call])
      }
    }
  }

  /// This method doesn't create records of calls.
  func latestPlace(of method: String) -> ScriptLocation? {
    storage.withLock { storage in
      for order in (storage.first..<storage.last + 1).reversed() {
        guard let slot = storage.slot(order) else { continue }
        let entry = storage.entries[slot]
        if "\(entry.method)" == method { return entry.method.place(of: entry.response?.index) }
      }
      return nil
    }
  }

  /// Returns the responses that were never used, by method, except responses that are `optional` or have a `chance`.
  package func unusedResponses() -> [MockUnusedResponse] {
    storage.withLock { storage in
      let methods = storage.methods.filter { !$0.isReplaced }
      return methods.sorted { "\($0)".precedesInBytes("\($1)") }.flatMap { method in
        method.prepared.compactMap { response in
          guard response.uses == 0, response.response.optional != true,
            response.response.chance == nil
          else {
            return nil
          }
          return MockUnusedResponse(
            method: "\(method)", index: response.index, place: method.place(of: response.index))
        }
      }
    }
  }

  /// Verifies that every response was used, except responses that are `optional` or have a `chance`.
  ///
  /// - Throws: ``MockVerificationError`` with the unused responses and their locations in the script.
  public func verifyAllResponsesUsed() throws(MockVerificationError) {
    let unused = unusedResponses()
    guard !unused.isEmpty else { return }
    throw MockVerificationError(
      problem: unused.map(\.description).joined(separator: "\n"), calls: calls(),
      droppedCount: droppedCount)
  }
}

// A test can verify a maximum number of calls too early, before the code that makes the calls has finished. The bounds
// below let the test detect calls that are made after the verification.

/// The maximum number of calls that the latest successful verification of a method allows.
///
/// `@unchecked Sendable`: `accepts` only reads values that the test passed to the verification.
struct VerifiedBound: @unchecked Sendable {
  /// The method, or `nil` if the verification doesn't concern a single method.
  var method: String?
  var expected: MockCallCount
  /// A description of the verified calls, such as `Shop.place {"id": 1}`.
  var text: String
  /// The number of the latest call when the verification was made.
  var last: Int
  var epoch: Int
  var accepts: (MockCallRecord, CallEntry) -> Bool
}

/// A call that an earlier verification doesn't allow.
package struct CallBeyondBound: Sendable {
  package var call: MockCallRecord
  /// The problem and how to fix it.
  package var problem: String
}

extension MockCallLog {
  /// Remembers the maximum number of calls that the latest verification of a method allows.
  func note(
    _ expected: MockCallCount, of method: String?, by mock: Int, _ text: String,
    _ accepts: @escaping (MockCallRecord, CallEntry) -> Bool
  ) {
    storage.discard { storage in
      // Each mock of a service is verified separately.
      let name = method ?? text
      let key = mock == 0 ? name : "\(name) #\(mock)"
      let old = storage.bounds[key]
      storage.bounds[key] =
        expected.maximum == nil
        ? nil
        : VerifiedBound(
          method: method, expected: expected, text: text, last: storage.last, epoch: storage.epoch,
          accepts: accepts)
      return old
    }
  }

  /// Returns calls that were made after the latest verification of their method, and that the verification doesn't
  /// allow.
  ///
  /// For each verification, it returns the first call that exceeds the maximum. Calls before the number `first` were
  /// made by the body of the test, and aren't checked.
  package func callsBeyondBounds(from first: Int) -> [CallBeyondBound] {
    let (bounds, epoch) = storage.withLock { ($0.bounds, $0.epoch) }
    return bounds.sorted { $0.key < $1.key }.compactMap { _, bound in
      guard bound.epoch == epoch else { return nil }
      let calls = entries(of: bound.method).compactMap { order, entry -> MockCallRecord? in
        let call = entry.record(order: order, redaction: redaction)
        return bound.accepts(call, entry) ? call : nil
      }
      guard !bound.expected.accepts(calls.count),
        let call = calls.first(where: { $0.order >= max(first, bound.last + 1) })
      else { return nil }
      return CallBeyondBound(
        call: call,
        problem:
          "`\(call.qualifiedMethod)` was called after the body of its test had ended, but a verification expected"
          + " \(bound.expected) to \(bound.text); await the code that calls it, and then verify")
    }
  }
}

package struct MockUnusedResponse: Sendable, Equatable {
  /// The method with its service, such as `OTP.verify`.
  package var method: String
  /// The index of the response in the configuration, starting at 0.
  package var index: Int
  /// The location of the response in a script, such as `login.lua:12`, or `nil` if it is unknown.
  package var place: ScriptLocation?

  /// Whether a test declares the response in Swift.
  package var isInSwift: Bool { place?.file.hasSuffix(".swift") ?? false }

  package init(method: String, index: Int, place: ScriptLocation? = nil) {
    self.method = method
    self.index = index
    self.place = place
  }
}

extension MockUnusedResponse: CustomStringConvertible {
  /// The issue as `place: problem`.
  package var description: String {
    let text = "response \(index + 1) of `\(method)` was never used"
    return place.map { "\($0): \(text)" } ?? text
  }
}
