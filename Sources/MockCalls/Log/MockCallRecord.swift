internal import MockConfiguration
public import MockData

/// A recorded call.
public struct MockCallRecord: Sendable, Equatable {
  /// The number of the call in the log, starting at 1.
  ///
  /// Calls are numbered in the order in which their responses were chosen.
  public var order: Int
  /// The name of the service, if any.
  public var service: String?
  /// The name of the method.
  public var method: String
  /// The arguments, as an object whose keys are the labels.
  public var arguments: AnyCodableValue
  /// The number of the call among the method's calls, starting at 1.
  public var count: Int
  /// The number of the call among the calls that the same rule handled with the same key, starting at 1.
  ///
  /// It is 0 if no rule matched.
  package var step: Int
  /// The value of the sequence key, if any.
  public var key: AnyCodableValue?
  /// Whether the method has a `sequenceKey`, but the call's argument was missing or null.
  package var lacksKey: Bool
  /// The index of the response in the configuration, starting at 0, or `nil` if no response was chosen.
  public var responseIndex: Int?
  /// The location of the response in a script, such as `login.lua:12`, or `nil` if it is unknown.
  public var place: ScriptLocation?
  /// The outcome of the call.
  public var outcome: MockCallOutcome
  /// The duration of the call, or `nil` while the call is running.
  ///
  /// It is zero if the call can't wait, for example because its response is immediate or its requirement isn't `async`.
  public var duration: Duration?
  /// The shared state at the end of the call, including the call's own updates.
  ///
  /// While the call is running, it is the state at its start.
  package var state: [String: AnyCodableValue]
  /// Whether a stub responded to the call, instead of a configured response.
  public var isStubbed = false
  /// The app in another process that made the call, such as `BankingApp (process 812)`, or `nil` for a call in this
  /// process.
  public var app: String?
  /// The shared state when the call began.
  ///
  /// It is `nil` while the call is running, and if a call in this process ended immediately.
  package var stateBefore: [String: AnyCodableValue]?
  /// Hides the same secrets as the log that recorded the call.
  package var redaction: Redaction?
  /// The time on a virtual clock when the call began, or `nil` on a real clock.
  package var began: Duration?
  /// The number of the latest call in the log when this call ended, or `nil` while this call is running.
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
  /// The call as `#3 OTP.verify {"code":"1"} -> {"status":3}`, with secrets (``MockSecrets``) redacted.
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

  /// Adds the secrets of the call to the secrets that a redaction hides.
  package func remember(in redaction: Redaction) { _ = redacted(by: redaction) }

  private var isUnrouted: Bool {
    if case .threw(let error) = outcome { error.problem == .unconfigured } else { false }
  }

  private func redacted(by redaction: Redaction) -> MockCallRecord {
    guard MockSecrets.isOn else { return self }
    var call = self
    if isPassed {
      // Data from a live service is real.
      redaction.findFormats()
    }
    // If a request has no route, the method's name contains the request's path.
    if isPassed || isUnrouted {
      call.method = redaction.redacted(
        path: method, at: HTTPHost.address(ofService: service ?? ""))
    }
    call.arguments = redaction.redacted(arguments)
    call.key = key.map { redaction.redacted($0) }
    call.state = redaction.redacted(state)
    call.stateBefore = stateBefore.map { redaction.redacted($0) }
    switch outcome {
    case .running, .cancelled: break
    case .returned(let value):
      // The response of a method such as `fetchToken` is itself a secret.
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
  /// Returns an error in which known secrets, and the secrets in the error's details, are replaced.
  package func redacted(_ error: MockServiceError) -> MockServiceError {
    var error = error
    error.details = error.details.map { redacted($0) }
    error.message = redacted(error.message)
    error.code = redacted(error.code)
    return error
  }
}

/// The outcome of a mocked call.
public enum MockCallOutcome: Sendable, Equatable {
  /// The call has not ended yet.
  case running
  /// The call returned a value or nothing.
  ///
  /// For a stream, the value is the list of the stream's values.
  case returned(AnyCodableValue?)
  /// The call threw an error.
  ///
  /// If the error isn't a ``MockServiceError``, the code is the name of the error's type.
  case threw(MockServiceError)
  /// The call was canceled.
  case cancelled

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
  /// The pushed values follow the values of the response.
  func adding(_ pushed: [AnyCodableValue], isStream: Bool) -> MockCallOutcome {
    guard !pushed.isEmpty, case .returned(let value) = self else { return self }
    if isStream, case .array(let values)? = value { return .returned(.array(values + pushed)) }
    return .returned(.array((value.map { [$0] } ?? []) + pushed))
  }

  var byteSize: Int {
    switch self {
    case .running, .cancelled, .returned(nil): 0
    case .returned(let value?): value.byteSize
    case .threw(let error):
      error.code.utf8.count + error.message.utf8.count + (error.details?.byteSize ?? 0)
    }
  }
}
