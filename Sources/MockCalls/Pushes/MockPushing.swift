internal import MockData

/// Pushes values to a mock's streams and handlers.
///
/// It has a property for each requirement that can deliver more than one value. `mock.push` pushes to one mock, and
/// `MockX.all.push` to all mocks of a protocol. The macro generates a subclass for each protocol with such
/// requirements.
open class _MockPushing {
  /// The core of the mock.
  ///
  /// Generated code uses this property.
  public let _mocking: _MockServiceCore

  /// Creates the object that `mock.push` returns.
  ///
  /// Generated code calls this initializer.
  public required init(_mocking: _MockServiceCore) {
    self._mocking = _mocking
  }

  /// Returns the object that sends values to the open streams of the requirement with a key.
  ///
  /// Generated code calls this method.
  public final func _stream<Element, Failure: Error>(
    _ method: String
  ) -> MockStreamPush<Element, Failure> {
    MockStreamPush(core: _mocking, method: method)
  }

  /// Returns the object that calls the handlers of the requirement with a key.
  ///
  /// Generated code calls this method.
  public final func _handler<Handler>(_ method: String) -> MockHandlerPush<Handler> {
    MockHandlerPush(core: _mocking, method: method)
  }
}

/// Sends values to the open streams or publishers of a requirement.
///
/// ```swift
/// mock.on.updates().staysOpen()
/// tracker.start()  // calls `updates()`
/// mock.push.updates(home)
/// mock.push.updates.finish()
/// ```
///
/// A value reaches every open stream of the mock, in the order of the pushes. If a stream isn't being read yet, it
/// buffers the value. If no stream is open, the value is lost, and the test fails at the line of the push.
public struct MockStreamPush<Element, Failure: Error> {
  let core: _MockServiceCore
  let method: String

  /// Sends a value to each open stream.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - file: The file to attribute a failure to if no stream is open (default: the caller's).
  ///   - line: The line to attribute a failure to if no stream is open (default: the caller's).
  public func callAsFunction(
    _ value: Element, file: StaticString = #filePath, line: UInt = #line
  ) {
    let pushed = PushedValue.typed(MockDecoded(value: value), recorded(value))
    core.push(to: method, isStream: true, MockSourceLocation(file: file, line: line)) {
      try $0.push(pushed)
    }
  }

  /// Ends each open stream.
  ///
  /// - Parameters:
  ///   - file: The file to attribute a failure to if no stream is open (default: the caller's).
  ///   - line: The line to attribute a failure to if no stream is open (default: the caller's).
  public func finish(file: StaticString = #filePath, line: UInt = #line) {
    core.push(to: method, isStream: true, MockSourceLocation(file: file, line: line)) {
      $0.finish(nil)
    }
  }

  /// Ends each open stream with an error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - file: The file to attribute a failure to if no stream is open (default: the caller's).
  ///   - line: The line to attribute a failure to if no stream is open (default: the caller's).
  public func finish(
    throwing error: Failure, file: StaticString = #filePath, line: UInt = #line
  ) {
    core.push(to: method, isStream: true, MockSourceLocation(file: file, line: line)) {
      $0.finish(error)
    }
  }
}

/// Calls the handlers that the app has passed to a requirement such as `observe(_:)`.
///
/// ```swift
/// tracker.start()  // calls `observe { location in ... }`
/// mock.push.observe(home)
/// ```
///
/// A push calls every handler that the mock has received since the scenario began. Handlers that are isolated to the
/// main actor run there. All others run before the push returns. If the mock has no handlers, the test fails at the
/// line of the push. The generic parameter `Handler` is the type of the handlers.
public struct MockHandlerPush<Handler> {
  let core: _MockServiceCore
  let method: String

  /// Calls each handler with the given arguments.
  ///
  /// - Parameters:
  ///   - values: The arguments for the handlers.
  ///   - file: The file to attribute a failure to if the mock has no handlers (default: the caller's).
  ///   - line: The line to attribute a failure to if the mock has no handlers (default: the caller's).
  public func callAsFunction<each Value>(
    _ values: repeat each Value, file: StaticString = #filePath, line: UInt = #line
  ) where Handler == (repeat each Value) -> Void {
    push(repeat each values, at: MockSourceLocation(file: file, line: line))
  }

  /// Calls each handler with the given arguments, if the handlers' type is an alias of a `@Sendable` function.
  ///
  /// - Parameters:
  ///   - values: The arguments for the handlers.
  ///   - file: The file to attribute a failure to if the mock has no handlers (default: the caller's).
  ///   - line: The line to attribute a failure to if the mock has no handlers (default: the caller's).
  public func callAsFunction<each Value>(
    _ values: repeat each Value, file: StaticString = #filePath, line: UInt = #line
  ) where Handler == @Sendable (repeat each Value) -> Void {
    push(repeat each values, at: MockSourceLocation(file: file, line: line))
  }

  /// Calls each handler with the given arguments, if the handlers' type is an alias of a `@MainActor` function.
  ///
  /// - Parameters:
  ///   - values: The arguments for the handlers.
  ///   - file: The file to attribute a failure to if the mock has no handlers (default: the caller's).
  ///   - line: The line to attribute a failure to if the mock has no handlers (default: the caller's).
  public func callAsFunction<each Value>(
    _ values: repeat each Value, file: StaticString = #filePath, line: UInt = #line
  ) where Handler == @MainActor (repeat each Value) -> Void {
    push(repeat each values, at: MockSourceLocation(file: file, line: line))
  }

  private func push<each Value>(_ values: repeat each Value, at location: MockSourceLocation) {
    var all: [AnyCodableValue] = []
    repeat all.append(recorded(each values))
    let pushed = PushedValue.typed(
      MockDecoded(value: (repeat each values)), all.count == 1 ? all[0] : .array(all))
    core.push(to: method, isStream: false, location) { try $0.push(pushed) }
  }
}

/// Returns a pushed value as data for the log.
private func recorded(_ value: Any) -> AnyCodableValue { LazyResult(value).encoded ?? .null }

extension _MockServiceCore {
  /// If no call is open, the method reports that the pushed value is lost.
  fileprivate func push(
    to method: String, isStream: Bool, _ location: MockSourceLocation,
    _ body: (any PushTarget) throws -> Void
  ) {
    let targets = sequencer.context.pushTargets.targets(of: sequencer.service, method, mock: mock)
    do {
      for target in targets { try body(target) }
    } catch {
      sequencer.report("\(error)", at: location)
    }
    if targets.isEmpty { sequencer.report(nothingOpen(method, isStream: isStream), at: location) }
  }

  private func nothingOpen(_ method: String, isStream: Bool) -> String {
    let name = sequencer.service.map { "\($0).\(method)" } ?? method
    let calls = sequencer.log.history(of: name).entries.filter {
      mock == 0 || $0.entry.mock == mock
    }
    if calls.isEmpty {
      return
        "the pushed value is lost, because `\(name)` hasn't been called\(mock == 0 ? "" : " on this mock") yet;"
        + " push after the call"
    }
    let shortName = method.prefix { $0 != "(" }
    if !isStream, sequencer.log.wasCalledElsewhere(name) {
      return "the pushed value is lost, because \(PushTargets.outOfReach(name))"
    }
    return isStream
      ? "the pushed value is lost, because no stream of `\(name)` is open; keep it open with"
        + " `mock.on.\(shortName)().staysOpen()`, or with `:stays_open()` in a script"
      : "the pushed value is lost, because `\(name)` has no handler; pass a handler to the call"
  }
}

// MARK: - Stubs

extension MockStub where Value: _MockStream {
  /// Makes calls return a stream that stays open for the values that `mock.push` sends.
  ///
  /// - Returns: The stub.
  @discardableResult public func staysOpen() -> MockStub { addOpenStream() }
}

extension MockStub {
  /// Makes calls return a sequence that stays open for the values that `mock.push` sends.
  ///
  /// - Returns: The stub.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @discardableResult public func staysOpen<Element, SequenceFailure: Error>() -> MockStub
  where Value == any AsyncSequence<Element, SequenceFailure> { addOpenStream() }

  /// Makes calls return a `Sendable` sequence that stays open for the values that `mock.push` sends.
  ///
  /// - Returns: The stub.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @discardableResult public func staysOpen<Element, SequenceFailure: Error>() -> MockStub
  where Value == any AsyncSequence<Element, SequenceFailure> & Sendable { addOpenStream() }
}

#if canImport(Combine)
  public import Combine

  extension MockStub {
    /// Makes calls return a publisher that stays open for the values that `mock.push` sends.
    ///
    /// - Returns: The stub.
    @discardableResult public func staysOpen<Output, PublisherFailure: Error>() -> MockStub
    where Value == AnyPublisher<Output, PublisherFailure> { addOpenStream() }
  }
#endif
