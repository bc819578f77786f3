internal import MockLua
internal import MockServices
internal import ValueForms

/// Calls that are made over HTTP.
extension Inspector {
  private static let origin = CallOrigin(name: "HTTP")
  private static let page = CallOrigin(name: "inspector")

  /// `POST /services/{Service}/{method}`: answers as the call of an app is answered.
  func call(_ service: String, _ method: String, _ exchange: HTTPExchange) throws(Refusal) {
    let arguments = try exchange.request.object(isOptional: true)
    let sequencer = try sequencer(of: service)
    if exchange.request.wantsEvents {
      return stream(service, method, arguments, sequencer, exchange)
    }
    begin(service, method, .dictionary(arguments), sequencer, from: Self.origin, exchange) {
      answer in
      Self.send(answer, to: exchange)
    }
  }

  /// `POST /__admin/call`: plays a call and gives its whole answer.
  func play(_ exchange: HTTPExchange) throws(Refusal) {
    let body = try exchange.request.object(keys: ["call", "args"])
    guard
      let request = MockCallRequest(
        try body.text("call"), arguments: meant(try body.arguments("args")))
    else {
      throw Refusal(
        400, "badRequest", "`call` has to be a method with its service, such as `OTP.verify`")
    }
    let sequencer = try sequencer(of: request.service)
    begin(
      request.service, request.method, request.arguments, sequencer, from: Self.page, exchange
    ) { answer in
      exchange.answer(self.shown(Self.played(answer, request.name), of: self.session.scenario))
    }
  }

  private func sequencer(of service: String) throws(Refusal) -> MockCallSequencer {
    let scenario = session.scenario
    let services = scenario.configuration.services
    guard services[service] != nil else {
      let hint = NearestName.hint(for: service, among: services.keys) ?? "there are none at all"
      throw Refusal(
        404, MockErrorCode.unconfigured.rawValue, "there is no service `\(service.shown)`; \(hint)")
    }
    return (scenario as any MockSequencerSource).sequencer(for: service)
  }

  /// Runs a call up to where it waits on this thread, and from there on as a task.
  private func begin(
    _ service: String, _ method: String, _ arguments: AnyCodableValue,
    _ sequencer: MockCallSequencer, from origin: CallOrigin, _ exchange: HTTPExchange,
    _ finish: @escaping @Sendable (ForwardedAnswer) -> Void
  ) {
    let call = ForwardedCall(
      service: service, method: method, arguments: MockArguments(ofProcess: arguments),
      wish: .whole,
      waits: true)
    switch sequencer.begin(call, from: origin) {
    case .answered(let answer): finish(answer)
    case .goesOn(let rest):
      let work: @Sendable () async -> Void = { finish(await sequencer.goOn(rest)) }
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
    let call = ForwardedCall(
      service: service, method: method, arguments: MockArguments(ofProcess: .dictionary(arguments)),
      wish: .stream,
      waits: true)
    exchange.beginStream()
    let cancellation = Locked<(@Sendable () -> Void)?>(nil)
    let cancel = sequencer.stream(call, from: Self.origin) { value, _ in
      exchange.send("value", value)
      // Somebody who does not read is not written to for ever.
      if exchange.unsent > Self.mostUnsent { cancellation.withLock { $0 }?() }
    } finish: { end in
      switch end {
      case .error(let error): exchange.send("error", error.value)
      case .cancelled: exchange.send("error", ForwardedAnswer.cancelledError.value)
      case .value, .values, nil: exchange.send("end", [:])
      }
      exchange.end()
    }
    cancellation.withLock { $0 = cancel }
    waiting.add(exchange, cancel)
  }

  private static let mostUnsent = 16 << 20

  /// Answers a request with the result of a call.
  private static func send(_ answer: ForwardedAnswer, to exchange: HTTPExchange) {
    switch answer.content {
    case .value(let value?): exchange.answer(200, value.json)
    case .value(nil): exchange.answer(204, [], .empty)
    case .values(let values, nil): exchange.answer(200, AnyCodableValue.array(values).json)
    case .values(_, let error?), .error(let error):
      exchange.answer(error.httpStatus, error.value.json)
    case .cancelled: exchange.answer(503, ForwardedAnswer.cancelledError.value.json)
    }
  }

  private static func played(_ answer: ForwardedAnswer, _ name: String) -> AnyCodableValue {
    var members: [String: AnyCodableValue] = ["call": .string(name), "count": .int(answer.count)]
    members["place"] = answer.place.map { .string($0.description) }
    switch answer.content {
    case .value(let value):
      members["result"] = "success"
      members["value"] = value
    case .values(let values, let error):
      members["result"] = "stream"
      members["values"] = .array(values)
      members["error"] = error?.value
    case .error(let error):
      members["result"] = "error"
      members["error"] = error.value
    case .cancelled:
      members["result"] = "error"
      members["error"] = ForwardedAnswer.cancelledError.value
    }
    return .dictionary(members)
  }
}

extension ForwardedAnswer {
  fileprivate static let cancelledError = MockServiceError(
    code: "cancelled", message: "the call was cancelled, since the scenario began again")
}

extension MockServiceError {
  /// The status of an answer that is this error: what its details say, else what kind of error it is.
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
