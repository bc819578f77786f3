public import MockData

/// A recorded call.
public struct MockCallRecord: Sendable, Equatable {
  /// The number of the call in the log, from 1.
  ///
  /// Calls are numbered in the order in which their responses were chosen.
  public var order: Int
  /// The name of the service, if any.
  public var service: String?
  /// The name of the method.
  public var method: String
  /// The arguments, as an object by label.
  public var arguments: AnyCodableValue
  /// The number of the call among the method's calls, from 1.
  public var count: Int
  /// The number of the call among the calls with the same rule and key, from 1, or 0 if no response was chosen.
  package var step: Int
  /// The value of the sequence key, if any.
  public var key: AnyCodableValue?
  /// Whether the method has a `sequenceKey` and the argument was missing or null.
  package var lacksKey: Bool
  /// The index of the response in the configuration, from 0, or `nil` if none was chosen.
  public var responseIndex: Int?
  /// The location of the response in a script, such as `login.lua:12`, or `nil` if it is unknown.
  public var place: ScriptLocation?
  /// The outcome of the call.
  public var outcome: MockCallOutcome
  /// The duration of the call, or `nil` while it runs.
  ///
  /// It is zero if the call couldn't wait, for example because its response is immediate or its requirement isn't
  /// `async`.
  public var duration: Duration?
  /// The shared state at the end of the call, including its own updates, or at its start while the call is running.
  package var state: [String: AnyCodableValue]
  /// Whether a closure of the test responded instead of a configured response.
  public var isStubbed = false
  /// The app that made the call from another process, such as `BankingApp (process 812)`, or `nil` for a call from this
  /// process.
  public var app: String?
  /// The shared state when the call began.
  ///
  /// It is `nil` while the call runs, and if a call from this process ended immediately.
  package var stateBefore: [String: AnyCodableValue]?
  /// Hides secrets in the same way as the log that recorded the call.
  package var redaction: Redaction?
  /// The time on a virtual clock when the call began, or `nil` on a real clock.
  package var began: Duration?
  /// The number of the latest call in the log when this one ended, or `nil` while it runs.
  package var lastAtEnd: Int?
  /// Whether a function of the script made the call.
  package var isOfScript = false
  /// Whether the live service responded.
  package var isPassed = false
  /// Whether the call returned a sequence of values.
  package var isStream = false

  /// The method with its service, such as `OTP.verify`.
  public var qualifiedMethod: String { service.map { "\($0).\(method)" } ?? method }
}

extension MockCallRecord: CustomStringConvertible {
  /// The call as `#3 OTP.verify {"code":"1"} -> {"status":3}`, with ``MockSecrets`` replaced by placeholders.
  public var description: String { redacted.text }

  private var text: String {
    let result =
      switch outcome {
      case .running: "... running"
      case .returned(let value): "-> " + (value?.shortText ?? "nothing")
      case .threw(let error): "threw \(error)"
      case .cancelled: "was cancelled"
      }
    return "#\(order) \(qualifiedMethod) \(arguments.shortText) \(result)"
  }
}

extension MockCallRecord {
  /// The call with its secrets replaced, for display.
  package var redacted: MockCallRecord {
    guard MockSecrets.isOn else { return self }
    let redaction = redaction ?? Redaction()
    remember(in: redaction)
    return redacted(by: redaction)
  }

  /// Adds the secrets of the call to a redaction.
  package func remember(in redaction: Redaction) { _ = redacted(by: redaction) }

  private func redacted(by redaction: Redaction) -> MockCallRecord {
    guard MockSecrets.isOn else { return self }
    var call = self
    if isPassed {
      // Data exchanged with a live service is real.
      redaction.findFormats()
      // If a request has no route, the method's name contains the request's path.
      redaction.remember(.string(method))
      call.method = redaction.redacted(inPlace: method)
    }
    call.arguments = redaction.redacted(arguments)
    call.key = key.map { redaction.redacted($0) }
    call.state = redaction.redacted(state)
    call.stateBefore = stateBefore.map { redaction.redacted($0) }
    switch outcome {
    case .running, .cancelled: break
    case .returned(let value):
      // For a method such as `fetchToken`, the response itself is a secret.
      if let value, case .string = value, MockSecrets.isSecret(endOf: method) {
        redaction.remember(secret: value)
      }
      call.outcome = .returned(value.map { redaction.redacted($0) })
    case .threw(let error): call.outcome = .threw(redaction.redacted(error))
    }
    return call
  }
}

extension Redaction {
  /// Returns an error with known secrets and the secrets in its details replaced.
  package func redacted(_ error: MockServiceError) -> MockServiceError {
    var error = error
    error.details = error.details.map { redacted($0) }
    error.message = redacted(error.message)
    error.code = redacted(error.code)
    return error
  }
}

/// The result of a mocked call.
public enum MockCallOutcome: Sendable, Equatable {
  /// The call has not ended yet.
  case running
  /// The call returned a value, nothing, or the values of a stream as a list.
  case returned(AnyCodableValue?)
  /// The call threw an error.
  ///
  /// If it isn't a ``MockServiceError``, the name of its type is recorded as the code.
  case threw(MockServiceError)
  /// The call was canceled.
  case cancelled

  /// Creates the outcome of a call that threw an error.
  init(_ error: any Error) {
    switch error {
    case let error as MockServiceError: self = .threw(error)
    case is CancellationError: self = .cancelled
    default:
      self = .threw(
        MockServiceError(code: "\(type(of: error))", message: String(describing: error)))
    }
  }
}

extension MockCallOutcome {
  /// Returns the outcome of a call that received further values, which are listed after the values of the response.
  func adding(_ pushed: [AnyCodableValue], isStream: Bool) -> MockCallOutcome {
    guard !pushed.isEmpty, case .returned(let value) = self else { return self }
    if isStream, case .array(let values)? = value { return .returned(.array(values + pushed)) }
    return .returned(.array((value.map { [$0] } ?? []) + pushed))
  }

  /// The size in bytes of the data that a log keeps.
  var byteSize: Int {
    switch self {
    case .running, .cancelled, .returned(nil): 0
    case .returned(let value?): value.byteSize
    case .threw(let error):
      error.code.utf8.count + error.message.utf8.count + (error.details?.byteSize ?? 0)
    }
  }
}
