import CMockPlatform
import MockCalls
import MockConfiguration
import MockData
import MockPlatform
import MockServices

@testable import MockSessions

/// The app's side of a case: a client of the session that the case plays.
final class ConformanceAppSide: ConformanceSteered {
  /// The results that a caller has received so far.
  private struct Outcome: Sendable {
    var items: [AnyCodableValue]?
    var members: [String: AnyCodableValue] = [:]
    var isOver = false
  }

  private struct Caller {
    var outcome = Locked(Outcome())
    var cancel: @Sendable () -> Void = {}
  }

  private let token = SessionToken()
  private var listener: Int32
  private let joined = Locked<Result<SessionClient, SessionProblem>?>(nil)
  private var callers: [String: Caller] = [:]

  var bound: [String: AnyCodableValue] { ["$token": .string(token.text)] }

  init() throws {
    var port: UInt16 = 0
    listener = try SystemError.check(mockplatform_listen(0, &port))
    let (address, joined) = (SessionAddress(port: port, token: token), joined)
    IOThread.start {
      let result = Result { () throws(SessionProblem) in
        try SessionClient.join(
          address, as: AppDescription(name: "App", process: 1, services: [.init("Bank")]))
      }
      joined.withLock { $0 = result }
    }
  }

  deinit { if listener >= 0 { mockplatform_close(listener) } }

  func connect() throws -> Int32 {
    var wait = mockplatform_Wait(descriptor: listener, writes: false, isReady: false)
    guard mockplatform_wait(&wait, 1, 120_000) > 0 else {
      throw ConformanceFailure("the app does not dial")
    }
    return try SystemError.check(mockplatform_accept(listener))
  }

  func take(_ line: [String: AnyCodableValue], _ pattern: inout ConformancePattern) throws {
    if case .string(let what) = line["do"] {
      try act(what, line)
    } else if case .string(let name) = line["gets"] {
      var wanted = line
      wanted["gets"] = nil
      let got = try outcome(of: name)
      guard pattern.fits(.dictionary(wanted), got) else {
        throw ConformanceFailure("the caller gets \(got), and should get \(wanted)")
      }
    } else if case .dictionary(let shown) = line["shows"] {
      let state = try client().sharedState
      try wait("the app does not show \(shown)") {
        shown.allSatisfy { state[$0.key] == $0.value }
      }
    } else if line["joins"] == false {
      try expectRefusal(line["because"] ?? "$any", &pattern)
    } else {
      throw ConformanceFailure("\(line) is nothing that a test does")
    }
  }

  private func act(_ what: String, _ line: [String: AnyCodableValue]) throws {
    func text(_ name: String) -> String {
      if case .string(let text) = line[name] { text } else { "" }
    }
    switch what {
    case "stop listening":
      mockplatform_close(listener)
      listener = -1
    case "write":
      guard case .dictionary(let values) = line["values"] else { break }
      try client().sharedState.applyUpdates(values)
    case "cancel": callers[text("as")]?.cancel()
    case "call":
      let arguments = line["arguments"].map { MockArguments($0) } ?? .none
      guard let form = ResponseRequest.Form(rawValue: line["wish"] == nil ? "value" : text("wish"))
      else {
        throw ConformanceFailure("\(text("wish")) is no wish")
      }
      let wanted = ResponseRequest(form, waits: line["waits"] != false)
      let call = Call(text("method"), arguments)
      callers[text("as")] =
        if let live = line["live"] {
          choose(call, text("service"), wanted, try client(), live)
        } else {
          begin(call, text("service"), wanted, try client())
        }
    case "count":
      let caller = Caller()
      let (client, service, method) = (try client(), text("service"), text("method"))
      IOThread.start {
        let count = client.callCount(of: service, method)
        caller.outcome.withLock { $0 = Outcome(members: ["value": .int(count)], isOver: true) }
      }
      callers[text("as")] = caller
    default: throw ConformanceFailure("\(what) is nothing that an app does")
    }
  }

  /// Starts a call to a mock with a live service.
  ///
  /// If called, the live service responds as the case specifies.
  private func choose(
    _ call: Call, _ service: String, _ wanted: ResponseRequest, _ client: SessionClient,
    _ live: AnyCodableValue
  ) -> Caller {
    let outcome = Locked(Outcome())
    IOThread.start {
      let sequencer = MockCallSequencer(
        forwarding: service, entry: client.services[service] ?? MockServiceEntry(),
        sharedState: client.sharedState, context: MockCallContext(), to: client)
      var call = sequencer.chosen(call, wanted)
      if call.isPassed { call.setResult(Self.answer(live, isStream: wanted.form == .stream)) }
      _ = Self.begin(call, service, wanted, client, outcome)
    }
    return Caller(outcome: outcome)
  }

  private static func answer(_ live: AnyCodableValue, isStream: Bool) -> LiveServiceResponse {
    switch live {
    case .array(let values) where isStream:
      return LiveServiceResponse(
        .stream(
          AsyncThrowingStream { continuation in
            for value in values { continuation.yield(value) }
            continuation.finish()
          }))
    case .dictionary(let members):
      guard case .dictionary(let error)? = members["error"],
        case .string(let code)? = error["code"],
        case .string(let message)? = error["message"]
      else { break }
      return LiveServiceResponse(throwing: MockServiceError(code: code, message: message))
    default: break
    }
    return LiveServiceResponse(.response(MockResponse(result: .success, value: live)))
  }

  private func begin(
    _ call: Call, _ service: String, _ wanted: ResponseRequest, _ client: SessionClient
  ) -> Caller {
    Self.begin(call, service, wanted, client, Locked(Outcome()))
  }

  private static func begin(
    _ call: Call, _ service: String, _ wanted: ResponseRequest, _ client: SessionClient,
    _ outcome: Locked<Outcome>
  ) -> Caller {
    if wanted.form == .stream {
      outcome.withLock { $0.items = [] }
      let cancel = client.stream(call, of: service) { value, _ in
        outcome.withLock { $0.items?.append(value) }
        return true
      } finish: { error in
        outcome.withLock { end(&$0, error.map { .failure($0) }) }
      }
      return Caller(outcome: outcome, cancel: cancel)
    }
    let body: @Sendable () async -> Void = {
      await Self.call(call, service, wanted, client, outcome)
    }
    let task = Task(operation: body)
    return Caller(outcome: outcome, cancel: { task.cancel() })
  }

  private static func call(
    _ call: Call, _ service: String, _ wanted: ResponseRequest, _ client: SessionClient,
    _ outcome: Locked<Outcome>
  ) async {
    do {
      let answer = try await client.answer(call, of: service, wanted)
      outcome.withLock { end(&$0, .success(answer)) }
    } catch {
      outcome.withLock { end(&$0, .failure(error)) }
    }
  }

  private static func end(_ outcome: inout Outcome, _ result: Result<CallResponse, any Error>?) {
    outcome.isOver = true
    switch result {
    case nil: break
    case .success(let answer):
      switch answer.content {
      case .value(let value): outcome.members[value == nil ? "nothing" : "value"] = value ?? true
      case .values(let values, _, _): outcome.members["value"] = .array(values)
      case .error(let error): outcome.members["error"] = described(error)
      case .cancelled: outcome.members["cancelled"] = true
      case .live: break
      }
    case .failure(let error as MockServiceError) where error.code == "sessionLost":
      outcome.members["lost"] = .string(error.message)
    case .failure(let error as MockServiceError): outcome.members["error"] = described(error)
    case .failure: outcome.members["cancelled"] = true
    }
  }

  private static func described(_ error: MockServiceError) -> AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "code": .string(error.code), "message": .string(error.message),
    ]
    if let details = error.details { members["details"] = details }
    return .dictionary(members)
  }

  private func outcome(of name: String) throws -> AnyCodableValue {
    guard let caller = callers[name] else { throw ConformanceFailure("nobody calls as \(name)") }
    try wait("the caller gets nothing") { caller.outcome.withLock(\.isOver) }
    let outcome = caller.outcome.withLock(\.self)
    var members = outcome.members
    if let items = outcome.items, members["lost"] == nil { members["items"] = .array(items) }
    return .dictionary(members)
  }

  private func client() throws -> SessionClient {
    try wait("the app has not joined") { joined.withLock { $0 != nil } }
    guard let result = joined.withLock(\.self) else { throw ConformanceFailure("no client") }
    return try result.get()
  }

  private func expectRefusal(
    _ expected: AnyCodableValue, _ pattern: inout ConformancePattern
  ) throws {
    try wait("the app still joins") { joined.withLock { $0 != nil } }
    guard case .failure(let problem) = joined.withLock(\.self) else {
      throw ConformanceFailure("the app has joined")
    }
    guard pattern.fits(expected, .string(problem.description)) else {
      throw ConformanceFailure("the app says \(problem)")
    }
  }

  private func wait(_ problem: String, until isSo: () -> Bool) throws {
    for _ in 0..<60_000 {
      if isSo() { return }
      IOThread.sleep(for: .milliseconds(2))
    }
    throw ConformanceFailure(problem)
  }
}
