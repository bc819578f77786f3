internal import MockServices

/// A mock of an analytics service.
///
/// Its tracking method records two arguments: the name of the event, then its properties.
public protocol AnalyticsMock: MockProtocol {
  /// The name of the method that tracks an event.
  ///
  /// The default is `trackEvent`.
  static var trackingMethod: String { get }
}

extension AnalyticsMock {
  /// The default name, `trackEvent`.
  public static var trackingMethod: String { "trackEvent" }

  /// Expects that an event was tracked.
  ///
  /// If it wasn't, this method records a failure at the caller's line.
  ///
  /// - Parameters:
  ///   - eventName: The name of the event.
  ///   - properties: All properties of the event. By default, `nil` accepts any properties.
  ///   - file: The file to attribute failures to; the caller's by default.
  ///   - line: The line to attribute failures to; the caller's by default.
  public func verifyEventTracked(
    _ eventName: String, withProperties properties: [String: Any]? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    verifyEventTracked(
      eventName, properties: properties.map { .equal($0) }, file: file, line: line)
  }

  /// Expects that an event was tracked with properties that a matcher accepts.
  ///
  /// If it wasn't, this method records a failure at the caller's line.
  ///
  /// - Parameters:
  ///   - eventName: The name of the event.
  ///   - matcher: The matcher for the properties, such as `try .matching(["plan": "pro"])`.
  ///   - file: The file to attribute failures to; the caller's by default.
  ///   - line: The line to attribute failures to; the caller's by default.
  public func verifyEventTracked(
    _ eventName: String, withProperties matcher: MockArgumentMatcher,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    verifyEventTracked(eventName, properties: matcher, file: file, line: line)
  }

  /// Expects that no event was tracked.
  ///
  /// If an event was tracked, this method records a failure at the caller's line.
  ///
  /// - Parameters:
  ///   - file: The file to attribute failures to; the caller's by default.
  ///   - line: The line to attribute failures to; the caller's by default.
  public func verifyNoEventsTracked(file: StaticString = #filePath, line: UInt = #line) {
    verify(Self.trackingMethod, called: .never, file: file, line: line)
  }

  private func verifyEventTracked(
    _ eventName: String, properties: MockArgumentMatcher?, file: StaticString, line: UInt
  ) {
    let calls = calls(of: Self.trackingMethod)
    let found = calls.contains { arguments in
      guard let name = arguments.first as? String, name == eventName else { return false }
      guard let properties else { return true }
      return properties.accepts(arguments.count > 1 ? arguments[1] : [String: Any]())
    }
    guard !found else { return }
    let wanted = properties.map { " with the properties \($0)" } ?? ""
    let names = calls.compactMap { $0.first as? String }
    let hint =
      names.contains(eventName) ? nil : NearestName.hint(for: eventName, candidates: Set(names))
    let events = calls.map { call in
      "\n  \(call.map(ArgumentText.text).joined(separator: ", "))"
    }
    MockFailureHandler.report(
      MockFailure(
        severity: .expectation,
        message: "the event `\(eventName)` was not tracked\(wanted)"
          + (hint.map { "; \($0)" } ?? "")
          + (calls.isEmpty ? "; no events were tracked" : events.joined()),
        sourceLocation: MockSourceLocation(file: file, line: line)))
  }
}
