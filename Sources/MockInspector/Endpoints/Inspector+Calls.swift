internal import MockCalls
internal import MockConfiguration
internal import MockContainer
internal import MockData
internal import MockHTTPServer
internal import MockLua
internal import MockLuaTools
internal import MockPlatform

extension Inspector {
  private static let origin = CallOrigin(name: "HTTP")
  private static let page = CallOrigin(name: "inspector")

  /// Handles `POST /services/{Service}/{method}`: returns the response that an app would get for the call.
  func call(_ service: String, _ method: String, _ exchange: HTTPExchange) throws(Refusal) {
    let arguments = try exchange.object(isOptional: true)
    let sequencer = try sequencer(of: service)
    if exchange.wantsEvents {
      return stream(service, method, arguments, sequencer, exchange)
    }
    begin(service, method, .dictionary(arguments), sequencer, from: Self.origin, exchange) {
      answer in
      Self.send(answer, to: exchange)
    }
  }

  /// Handles `POST /__admin/call`: makes a call and returns its whole response.
  func play(_ exchange: HTTPExchange) throws(Refusal) {
    let body = try exchange.object(keys: ["call", "args"])
    let request = try body.call(arguments: meant(try body.arguments("args")))
    let sequencer = try sequencer(of: request.service)
    begin(
      request.service, request.method, request.arguments, sequencer, from: Self.page, exchange
    ) { answer in
      exchange.answer(self.view.shown(Self.played(answer, request.name)))
    }
  }

  private func sequencer(of service: String) throws(Refusal) -> MockCallSequencer {
    try checkService(service)
    return (session.scenario as any MockSequencerSource).sequencer(for: service)
  }

  func checkService(_ service: String) throws(Refusal) {
    let services = session.scenario.configuration.services
    guard services[service] == nil else { return }
    let hint =
      NearestName.hint(for: service, candidates: services.keys) ?? "the script declares no services"
    throw Refusal(
      404, MockErrorCode.unconfigured.rawValue, "unknown service `\(service.escaped)`; \(hint)")
  }

  /// Runs a call on this thread until it waits, and continues it as a task.
  private func begin(
    _ service: String, _ method: String, _ arguments: AnyCodableValue,
    _ sequencer: MockCallSequencer, from origin: CallOrigin, _ exchange: HTTPExchange,
    _ finish: @escaping @Sendable (CallResponse) -> Void
  ) {
    let call = Call(method, MockArguments(data: arguments), from: origin)
    switch sequencer.begin(call, ResponseRequest(.whole, waits: true)) {
    case .answered(let answer): finish(answer)
    case .suspended(let call):
      let work: @Sendable () async -> Void = { finish(await sequencer.resume(call)) }
      let task: Task<Void, Never>
      if #available(macOS 26, *) {
        task = Task.immediate { await work() }
      } else {
        task = Task { await work() }
      }
      waiting.add(exchange) { task.cancel() }
    }
  }

  private func stream(
    _ service: String, _ method: String, _ arguments: [String: AnyCodableValue],
    _ sequencer: MockCallSequencer, _ exchange: HTTPExchange
  ) {
    let call = Call(
      method, MockArguments(data: .dictionary(arguments)), from: Self.origin)
    exchange.beginEvents()
    let cancellation = StreamCancellation()
    let cancel = sequencer.stream(call) { value, _ in
      exchange.send("value", value)
      // If the client stops reading, cancel the call, so that unsent data doesn't grow forever.
      if exchange.unsent > Self.unsentLimit { cancellation.cancel() }
    } finish: { end in
      switch end?.content {
      case .error(let error): exchange.send("error", error.value)
      case .cancelled: exchange.send("error", CallResponse.cancelledError.value)
      case .value, .values, .live, nil: exchange.send("end", [:])
      }
      exchange.end()
    }
    cancellation.set(cancel)
    waiting.add(exchange, cancel)
  }

  private static let unsentLimit = 16 << 20

  private static func send(_ answer: CallResponse, to exchange: HTTPExchange) {
    switch answer.content {
    case .value(let value?): exchange.answer(200, value.compactJSON)
    case .value(nil), .live: exchange.answer(204, [], .empty)
    case .values(let values, nil, _):
      exchange.answer(200, AnyCodableValue.array(values).compactJSON)
    case .values(_, let error?, _), .error(let error):
      exchange.answer(error.httpStatus, error.value.compactJSON)
    case .cancelled: exchange.answer(503, CallResponse.cancelledError.value.compactJSON)
    }
  }

  private static func played(_ answer: CallResponse, _ name: String) -> AnyCodableValue {
    var members: [String: AnyCodableValue] = ["call": .string(name), "count": .int(answer.count)]
    members["place"] = answer.place.map { .string($0.description) }
    switch answer.content {
    case .value(let value):
      members["result"] = "success"
      members["value"] = value
    case .values(let values, let error, _):
      members["result"] = "stream"
      members["values"] = .array(values)
      members["error"] = error?.value
    case .error(let error):
      members["result"] = "error"
      members["error"] = error.value
    case .live: break
    case .cancelled:
      members["result"] = "error"
      members["error"] = CallResponse.cancelledError.value
    }
    return .dictionary(members)
  }
}

extension CallResponse {
  fileprivate static let cancelledError = MockServiceError(
    code: "cancelled", message: "the call was cancelled because the scenario restarted")
}

extension MockServiceError {
  /// The HTTP status for the error: the one in its details, or one that depends on the kind of error.
  fileprivate var httpStatus: Int {
    if case .dictionary(let details) = details, case .int(let status) = details["status"],
      (400...599).contains(status)
    {
      return status
    }
    switch problem {
    case nil: return 422
    case .unconfigured, .noMatch: return 404
    case .exhausted: return 409
    default: return 500
    }
  }
}
