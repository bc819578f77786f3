internal import MockData

/// The name of a service's closure in scripts, call logs, and messages, with a label for each argument.
///
/// Closures have no argument labels, so the name provides them. It has the form of a Swift function name, such as
/// `ReservationService.cancel(id:)`. You can omit the service. If a label is `_`, the argument is named after its
/// position, starting with `_0`. If the name has no parentheses, all arguments are named that way.
public struct MockClosureName: Sendable, Hashable {
  package var service: String?
  /// The name of the closure, which is the method's name in a configuration.
  package var method: String
  /// The labels of the arguments, or `nil` if the name has no parentheses.
  package var labels: [String]?

  package init(service: String? = nil, method: String, labels: [String]? = nil) {
    self.service = service
    self.method = method
    self.labels = labels
  }

  /// Parses a name such as `ReservationService.cancel(id:)`.
  public init(_ text: String) {
    let parts = text.split(separator: "(", maxSplits: 1)
    let name = parts.first ?? ""
    let dot = name.lastIndex(of: ".")
    self.init(
      service: dot.map { String(name[..<$0]) },
      method: String(dot.map { name[name.index(after: $0)...] } ?? name),
      labels: parts.count < 2
        ? nil : parts[1].split { ":) ".contains($0) }.map(String.init))
  }
}

extension MockClosureName: ExpressibleByStringLiteral {
  /// Parses a name such as `ReservationService.cancel(id:)`.
  public init(stringLiteral value: String) { self.init(value) }
}

extension MockClosureName: CustomStringConvertible {
  /// The name in the form `ReservationService.cancel(id:)`.
  public var description: String {
    qualifiedMethod + (labels.map { "(\($0.map { "\($0):" }.joined()))" } ?? "")
  }

  /// The method with its service, such as `ReservationService.cancel`.
  var qualifiedMethod: String { service.map { "\($0).\(method)" } ?? method }
}

extension MockClosureName {
  /// Returns the arguments of a call by label.
  ///
  /// If the number of labels is wrong, this method reports a failure.
  func arguments<each Argument>(_ argument: repeat each Argument) -> MockArguments {
    var named: [MockArgument] = []
    for value in repeat each argument {
      named.append(MockArgument(label(at: named.count), value))
    }
    if let labels, labels.count != named.count {
      let places = labels.count == 1 ? "1 argument" : "\(labels.count) arguments"
      MockFailureHandler.report(
        MockFailure(
          severity: .report,
          message: "`\(self)` names \(places) but was called with \(named.count); name each"
            + " argument, or write `\(qualifiedMethod)`"))
    }
    return MockArguments(named)
  }

  private func label(at index: Int) -> String {
    guard let labels, labels.indices.contains(index), labels[index] != "_" else {
      return "_\(index)"
    }
    return labels[index]
  }
}

/// Returns a closure that isn't implemented.
///
/// It reports each call with its arguments, and throws an error.
///
/// The report goes to the current ``MockFailureHandler``, so a test fails even if the app swallows the error. The
/// closure never stops the process.
///
/// ```swift
/// ReservationService(
///   createReservation: unimplementedClosure("ReservationService.create(landmark:date:partySize:)"),
///   cancelReservation: unimplementedClosure("ReservationService.cancel(id:)"))
/// ```
///
/// - Parameter name: The name of the closure in messages, with a label for each argument.
/// - Returns: A closure that throws ``MockServiceError`` with the code `unimplemented`.
public func unimplementedClosure<each Argument: SendableMetatype, Value: SendableMetatype>(
  _ name: MockClosureName
) -> @Sendable (repeat each Argument) async throws -> Value {
  { (argument: repeat each Argument) in
    throw reportUnimplemented(name, name.arguments(repeat each argument))
  }
}

/// Returns a closure that isn't implemented.
///
/// The closure reports each call and returns a placeholder.
///
/// Use this function for closures whose type doesn't let them throw.
///
/// - Parameters:
///   - name: The name of the closure in messages, with a label for each argument.
///   - placeholder: The value that each call returns, such as `()`. It is evaluated again for each call.
/// - Returns: A closure that you can also use if an `async` or throwing closure is expected.
public func unimplementedClosure<each Argument: SendableMetatype, Value: SendableMetatype>(
  _ name: MockClosureName, placeholder: @autoclosure @escaping @Sendable () -> Value
) -> @Sendable (repeat each Argument) -> Value {
  { (argument: repeat each Argument) in
    _ = reportUnimplemented(name, name.arguments(repeat each argument))
    return placeholder()
  }
}

private func reportUnimplemented(
  _ name: MockClosureName, _ arguments: MockArguments
) -> MockServiceError {
  let text =
    "`\(name.qualifiedMethod)` was called with \(Redaction().redacted(arguments.value).shortText), but nothing implements"
    + " it; give the service a closure for `\(name.method)`, or remove the call"
  MockFailureHandler.report(MockFailure(problem: .unimplemented, text))
  return MockServiceError(problem: .unimplemented, text, at: nil)
}
