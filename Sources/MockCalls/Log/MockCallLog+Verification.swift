public import MockConfiguration
public import MockData
internal import MockPlatform

extension MockCallLog {
  /// Verifies the number of calls to a method.
  ///
  /// - Parameters:
  ///   - method: The method with its service, such as `OTP.verify`.
  ///   - arguments: The pattern for the arguments, or `nil` (the default) to accept any arguments.
  ///   - expected: The expected number of calls (default: at least one).
  /// - Throws: ``MockVerificationError`` with the actual calls if the number is wrong. The error is also thrown if the
  ///   method or an argument is unknown, or if you pass `arguments` and the log has dropped calls to the method.
  public func verify(
    _ method: String, arguments: MatchPattern? = nil,
    called expected: some MockCallCountExpression = .atLeast(1)
  ) throws(MockVerificationError) {
    let expectation = MockCallExpectation(method, arguments: arguments)
    try checkName(of: method)
    try checkArguments(of: expectation)
    let (entries, total) = history(of: method)
    let calls = entries.map { $1.record(order: $0, redaction: redaction) }
    try verify(
      method, calls, of: total, matching: arguments.map { _ in calls.filter(expectation.accepts) },
      called: expected.callCount, hint: Self.labelHint(arguments, calls),
      accepts: { call, _ in expectation.accepts(call) },
      text: { expectation.text($0) })
  }

  /// Verifies the number of calls to a method with arguments that match a pattern, written as an object.
  ///
  /// - Parameters:
  ///   - method: The method with its service, such as `OTP.verify`.
  ///   - arguments: The pattern for the arguments, like `match` in a configuration.
  ///   - expected: The expected number of calls (default: at least one).
  /// - Throws: ``MockVerificationError`` with the actual calls if the number is wrong, or ``MockConfigurationError`` if
  ///   `arguments` isn't a valid pattern.
  @_disfavoredOverload public func verify(
    _ method: String, arguments: AnyCodableValue,
    called expected: some MockCallCountExpression = .atLeast(1)
  ) throws {
    try verify(method, arguments: try MatchPattern(arguments), called: expected)
  }

  /// Verifies the number of calls to a method with values of the app's own types.
  ///
  /// - Parameters:
  ///   - method: The method with its service, such as `OTP.verify`.
  ///   - arguments: The values, by label. They are encoded, and the result is used as a pattern.
  ///   - expected: The expected number of calls (default: at least one).
  /// - Throws: ``MockVerificationError`` with the actual calls if the number is wrong, ``MockConfigurationError`` if
  ///   the encoded values aren't a valid pattern, or an encoding error.
  @_disfavoredOverload public func verify(
    _ method: String, arguments: [String: any Encodable],
    called expected: some MockCallCountExpression = .atLeast(1)
  ) throws {
    try verify(method, arguments: try MatchPattern(encoding: arguments), called: expected)
  }

  /// Verifies the number of matching calls to a method.
  ///
  /// If `matching` is `nil`, all calls match. `total` includes calls that the log has dropped, but `calls` doesn't.
  func verify(
    _ method: String, _ calls: [MockCallRecord], of total: Int, matching: [MockCallRecord]?,
    called expected: MockCallCount, hint labelHint: String = "", others: String = "",
    by mock: Int = 0,
    accepts: @escaping (MockCallRecord, CallEntry) -> Bool, text: (Redaction) -> String
  ) throws(MockVerificationError) {
    if let problem = expected.problem { throw refusal(problem, calls: calls, droppedCount: 0) }
    let dropped = total - calls.count
    if dropped > 0, matching != nil {
      throw refusal(
        "\(text(redaction)) cannot be verified: the log dropped \(dropped) calls to \(method);"
          + " \(suggestionForDropped(limit: "its limit"))",
        calls: calls, droppedCount: dropped)
    }
    let actual = matching?.count ?? total
    guard expected.accepts(actual) else {
      throw refusal(
        "expected \(expected) to \(text(redaction)), found \(actual)\(others)\(hint(for: method, total))\(actual == 0 ? labelHint : "")",
        calls: calls.isEmpty ? self.calls() : calls, droppedCount: dropped)
    }
    mark(matching ?? calls)
    note(expected, of: method, by: mock, text(redaction), accepts)
  }

  /// Verifies the number of calls that a closure accepts, regardless of their methods.
  ///
  /// `hint` returns text to add to the message if there are too few calls. Its argument contains all calls in the log.
  ///
  /// Throws ``MockVerificationError`` with all calls if the number is wrong, or if the log has dropped calls, because
  /// the closure might have accepted them.
  package func verify(
    _ text: String, called expected: MockCallCount,
    accepts: @escaping @Sendable (MockCallRecord) -> Bool, hint: ([MockCallRecord]) -> String
  ) throws(MockVerificationError) {
    let (calls, dropped) = (self.calls(), droppedCount)
    func refusal(_ problem: @autoclosure () -> String) -> MockVerificationError {
      self.refusal(redaction.redacted(problem()), calls: calls, droppedCount: dropped)
    }
    if let problem = expected.problem { throw refusal(problem) }
    guard dropped == 0 else {
      throw refusal(
        "\(text) cannot be verified: the log dropped calls; \(suggestionForDropped(limit: "its limit"))"
      )
    }
    let found = calls.filter(accepts)
    guard expected.accepts(found.count) else {
      let hint = found.count < expected.minimum ? hint(calls) : ""
      throw refusal("expected \(expected) to \(text), found \(found.count)\(hint)")
    }
    mark(found)
    note(expected, of: nil, by: 0, text) { call, _ in accepts(call) }
  }

  /// Returns a hint about an argument in the pattern that none of the calls has.
  private static func labelHint(_ arguments: MatchPattern?, _ calls: [MockCallRecord]) -> String {
    guard case .dictionary(let members)? = arguments?.value else { return "" }
    let labels = Set(
      calls.flatMap { call -> [String] in
        if case .dictionary(let given) = call.arguments { Array(given.keys) } else { [] }
      })
    guard !labels.isEmpty,
      let unknown = members.keys.sorted().first(where: {
        !$0.hasPrefix("$") && !labels.contains($0)
      }),
      let nearest = NearestName.nearest(to: unknown, candidates: labels.subtracting(members.keys))
    else { return "" }
    return "; no call has an argument `\(unknown.escaped)`, did you mean `\(nearest.escaped)`?"
  }

  /// Returns a hint for a method that has no responses and was never called.
  private func hint(for method: String, _ total: Int) -> String {
    guard total == 0 else { return "" }
    let known = knownMethods
    guard !known.contains(method), let nearest = NearestName.nearest(to: method, candidates: known)
    else { return "" }
    return "; did you mean `\(nearest.escaped)`?"
  }

  /// Verifies that calls were made in a given order.
  ///
  /// ```swift
  /// try log.verifyInOrder([cart.verify.add(tea), "Shop.pay"])
  /// ```
  ///
  /// - Parameters:
  ///   - expected: The calls in order. Each one is a verification, the name of a method, or a ``MockCallExpectation``.
  ///   - exactly: Whether to allow only the expected calls. By default, other calls can occur before, between, and
  ///     after them.
  /// - Throws: ``MockVerificationError`` with the actual calls if the order is different. The error is also thrown if
  ///   an expected call is unknown, if the list is empty and `exactly` is false, or if the log has dropped calls.
  public func verifyInOrder(
    _ expected: [any MockOrderedCall], exactly: Bool = false
  ) throws(MockVerificationError) {
    let expectations = expected.map(\._expected)
    for expectation in expectations { try expectation.check(self) }
    let entries = entries(of: nil)
    let calls = entries.map { $1.record(order: $0, redaction: redaction) }
    let dropped = droppedCount
    func refusal(_ problem: @autoclosure () -> String) -> MockVerificationError {
      self.refusal(problem(), calls: calls, droppedCount: dropped)
    }
    guard exactly || !expectations.isEmpty else {
      throw refusal(
        "the list of expected calls is empty, so this verifies nothing; name the calls, or write `exactly: true` to"
          + " expect none")
    }
    guard dropped == 0 else {
      throw refusal(
        "the order cannot be verified: the log dropped calls; \(suggestionForDropped(limit: "its limit"))"
      )
    }
    var found: [MockCallRecord] = []
    var rest = calls[...]
    for (index, expectation) in expectations.enumerated() {
      func accepts(_ index: Int) -> Bool { expectation.accepts(calls[index], entries[index].entry) }
      let position =
        exactly
        ? rest.indices.first.flatMap { accepts($0) ? $0 : nil } : rest.indices.first(where: accepts)
      guard let position else {
        let previous = index == 0 ? "first" : "after \(expectations[index - 1].text(redaction))"
        throw refusal(
          "expected \(expectation.text(redaction)) \(exactly && index > 0 ? "right " : "")\(previous)"
        )
      }
      found.append(calls[position])
      rest = rest[(position + 1)...]
    }
    if exactly, let extra = rest.first {
      throw refusal("expected no more than \(expectations.count) calls, found \(extra)")
    }
    mark(found)
  }

  /// Verifies that every call was part of a successful verification.
  ///
  /// - Parameter service: The service whose calls are checked, or `nil` (the default) for all services.
  /// - Throws: ``MockVerificationError`` with the unverified calls. The error is also thrown if the service is unknown,
  ///   or if the log has dropped calls.
  public func verifyNoMoreCalls(of service: String? = nil) throws(MockVerificationError) {
    if let service { try checkName(ofService: service) }
    let (orders, dropped) = storage.withLock { storage in
      let orders = (storage.first..<storage.last + 1).filter { order in
        storage.slot(order).map { !storage.entries[$0].isVerified } ?? false
      }
      return (Set(orders), storage.first - 1)
    }
    let calls = calls().filter { call in
      orders.contains(call.order) && (service.map { call.service == $0 } ?? true)
    }
    guard calls.isEmpty, dropped == 0 else {
      let problem =
        calls.isEmpty
        ? "cannot verify that there were no more calls: the log dropped some"
        : "expected no more calls\(service.map { " to \($0)" } ?? ""), found \(calls.count)"
      throw refusal(problem, calls: calls, droppedCount: dropped)
    }
  }

  /// Returns the error for a failed verification.
  ///
  /// The secrets of all calls are hidden, even in arguments that the message quotes.
  func refusal(
    _ problem: @autoclosure () -> String, calls: [MockCallRecord], droppedCount: Int
  ) -> MockVerificationError {
    if MockSecrets.isOn {
      for call in self.calls() { call.remember(in: redaction) }
    }
    return MockVerificationError(problem: problem(), calls: calls, droppedCount: droppedCount)
  }

  private func mark(_ calls: [MockCallRecord]) {
    storage.withLock { storage in
      for call in calls {
        if let slot = storage.slot(call.order) { storage.entries[slot].isVerified = true }
      }
    }
  }
}

extension MatchPattern {
  /// Creates a pattern from values of the app's own types, by label.
  ///
  /// Throws an encoding error, or ``MockConfigurationError`` if the encoded values aren't a valid pattern.
  package init(encoding arguments: [String: any Encodable]) throws {
    try self.init(
      .dictionary(try arguments.mapValues { try AnyCodableValueEncoder().encode($0) }))
  }
}

/// The error of a failed verification.
public struct MockVerificationError: Error, Sendable, Equatable {
  /// The problem, such as the expected and the actual number of calls.
  public var problem: String
  /// The calls that the message lists.
  public var calls: [MockCallRecord]
  /// The number of calls that the log has dropped.
  package var droppedCount: Int

  package init(problem: String, calls: [MockCallRecord], droppedCount: Int = 0) {
    self.problem = problem
    self.calls = calls
    self.droppedCount = droppedCount
  }
}

extension MockVerificationError: CustomStringConvertible {
  /// The problem, followed by the actual calls, one per line.
  ///
  /// Only the latest 50 calls are listed.
  public var description: String {
    var lines = [problem]
    if droppedCount > 0 { lines.append("  (the first \(droppedCount) calls are no longer kept)") }
    let shown = calls.suffix(50)
    if shown.count < calls.count { lines.append("  ... \(calls.count - shown.count) more before") }
    lines += shown.map { "  \($0)" }
    if calls.isEmpty { lines.append("  (no calls)") }
    return lines.joined(separator: "\n")
  }
}
