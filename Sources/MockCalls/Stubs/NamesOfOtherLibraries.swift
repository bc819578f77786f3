// Names from other mocking libraries. For each of them, the compiler's message shows what to write instead.

extension MockStub {
  /// Unavailable; write `.returns(value)`.
  @available(*, unavailable, message: "write `.returns(value)`")
  @discardableResult public func willReturn(_ value: Value) -> MockStub { self }

  /// Unavailable; write `.returns(value)`.
  @available(*, unavailable, message: "write `.returns(value)`")
  @discardableResult public func thenReturn(_ value: Value, _ others: Value...) -> MockStub { self }

  /// Unavailable; write `.throws(error)`.
  @available(*, unavailable, message: "write `.throws(error)`")
  @discardableResult public func willThrow(_ error: any Error) -> MockStub { self }

  /// Unavailable; write `.throws(error)`.
  @available(*, unavailable, message: "write `.throws(error)`")
  @discardableResult public func thenThrow(_ error: any Error) -> MockStub { self }
}

extension MockMatch {
  /// Unavailable; pass the value itself.
  @available(*, unavailable, message: "pass the value itself, such as `load(id: 7)`")
  public static func value(_ value: Value) -> MockMatch { .any }

  /// Unavailable; write `.where { ... }`.
  @available(*, unavailable, renamed: "where(_:)")
  public static func matching(_ condition: @escaping @Sendable (Value) -> Bool) -> MockMatch {
    .any
  }
}

extension MockCallCountExpression where Self == MockCallCount {
  /// Unavailable; pass the number itself.
  @available(*, unavailable, message: "pass the number itself, such as `called(2)`")
  public static func exactly(_ count: Int) -> MockCallCount { .once }

  /// Unavailable; write `.atLeast(1)`.
  @available(*, unavailable, message: "write `.atLeast(1)`, or `1...`")
  public static var atLeastOnce: MockCallCount { .once }

  /// Unavailable; pass a range.
  @available(*, unavailable, message: "pass a range, such as `called(1...5)`")
  public static func from(_ minimum: Int, to maximum: Int) -> MockCallCount { .once }
}

extension MockVerification {
  /// Unavailable; write `.called(2)`.
  @available(*, unavailable, message: "write `.called(2)`")
  public func wasCalled(_ expected: some MockCallCountExpression = .atLeast(1)) {}

  /// Unavailable; write `.eventually(2, within: .seconds(1))`.
  @available(*, unavailable, message: "write `.eventually(2, within: .seconds(1))`")
  public func calledEventually(
    _ expected: some MockCallCountExpression = .atLeast(1), before limit: Duration = .zero
  ) async {}
}
