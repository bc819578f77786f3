public import MockData

/// A recorded call.
public struct MockCallRecord: Sendable, Equatable {
  /// The number of the call among all calls of the log, from 1, in order of choosing.
  public var order: Int
  /// The name of the service; nil where its sequencer has none.
  public var service: String?
  /// The name of the method.
  public var method: String
  /// The arguments as an object by label.
  public var arguments: AnyCodableValue
  /// The number of the call of the method, from 1.
  public var count: Int
  /// The number of the call within its rule and key, from 1; 0 where no response was chosen.
  package var step: Int
  /// The value of the sequence key; nil where there is none.
  public var key: AnyCodableValue?
  /// Whether the method has a `sequenceKey` and the argument was missing or null.
  package var lacksKey: Bool
  /// The place of the response in the configuration's list, from 0; nil where none was chosen.
  public var responseIndex: Int?
  /// The place of the response in a script, such as `login.lua:12`; nil where none is known.
  public var place: SourcePlace?
  /// How the call ended.
  public var outcome: MockCallOutcome
  /// How long the call took; nil while it runs, and zero where nothing could wait: an answer that is given at once,
  /// and the closure of a requirement that is not async.
  public var duration: Duration?
  /// The shared state when the call ended, its own updates included; before that, when it began.
  package var state: [String: AnyCodableValue]
  /// Whether a closure of the test answered in place of a response.
  public var isStubbed = false
  /// The app that made the call from its own process, such as `BankingApp (process 812)`; nil for a call of this
  /// process.
  public var app: String?
  /// The shared state when the call began; nil while it runs, and for a call of this process that was answered at
  /// once.
  package var stateBefore: [String: AnyCodableValue]?
  /// How the log that has recorded the call hides secrets.
  package var redaction: Redaction?
  /// The time on a virtual clock when the call began; nil on the machine's own.
  package var began: Duration?
  /// The number of the latest call of the log when this one ended; nil while it runs.
  package var lastAtEnd: Int?
  /// Whether a function of the script made the call.
  package var isOfScript = false
  /// Whether the live service answered.
  package var isPassed = false
  /// Whether the values of the call came one after the other.
  package var isStream = false

  /// The method with its service, such as `OTP.verify`.
  public var qualifiedMethod: String { service.map { "\($0).\(method)" } ?? method }
}

extension MockCallRecord: CustomStringConvertible {
  /// The call as `#3 OTP.verify {"code":"1"} -> {"status":3}`, with placeholders for ``MockSecrets``.
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
  /// The call with its secrets replaced, as everybody is shown it.
  package var redacted: MockCallRecord {
    guard MockSecrets.isOn else { return self }
    let redaction = redaction ?? Redaction()
    remember(in: redaction)
    var call = self
    if isPassed { call.method = redaction.redacted(inPlace: method) }
    call.arguments = redaction.redacted(arguments)
    call.key = key.map { redaction.redacted($0) }
    call.state = redaction.redacted(state)
    call.stateBefore = stateBefore.map { redaction.redacted($0) }
    switch outcome {
    case .running, .cancelled: break
    case .returned(let value): call.outcome = .returned(value.map { redaction.redacted($0) })
    case .threw(let error): call.outcome = .threw(redaction.redacted(error))
    }
    return call
  }

  /// Lets somebody know the secrets of the call.
  package func remember(in redaction: Redaction) {
    redaction.remember(arguments)
    // What goes to a live service and comes from it is nobody's example.
    if isPassed {
      redaction.remember(live: arguments)
      // That of a request without a route is its path.
      redaction.remember(live: .string(method))
    }
    redaction.remember(.dictionary(state))
    if let stateBefore { redaction.remember(.dictionary(stateBefore)) }
    switch outcome {
    case .returned(let value?):
      redaction.remember(value)
      if isPassed { redaction.remember(live: value) }
      // `fetchToken` answers with the token itself.
      if case .string = value, MockSecrets.isSecret(endOf: method) {
        redaction.remember(secret: value)
      }
    case .threw(let error):
      if let details = error.details { redaction.remember(details) }
      if isPassed {
        redaction.remember(live: .string(error.message))
        if let details = error.details { redaction.remember(live: details) }
      }
    case .running, .cancelled, .returned(nil): break
    }
  }
}

extension Redaction {
  /// An error with the secrets of its details, and all that are known, replaced.
  package func redacted(_ error: MockServiceError) -> MockServiceError {
    var error = error
    error.details = error.details.map { redacted($0) }
    error.message = redacted(error.message)
    error.code = redacted(error.code)
    return error
  }
}
