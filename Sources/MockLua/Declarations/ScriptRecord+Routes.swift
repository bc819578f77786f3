internal import MockConfiguration
internal import MockData

// The responses of a route, with a status, headers, and a body.

extension ScriptRecord.Response {
  /// Returns the response of a route as in a configuration, but without a function's name, a pattern, and the global
  /// delay.
  ///
  /// - Throws: `RouteProblem` if routes don't support the response.
  func loweredOfRoute(
    _ route: String, _ form: RoutedForm
  ) throws(RouteProblem) -> MockResponse {
    var response = loweredOfMethod
    let (result, error) = (fields.result, fields.error)
    switch result {
    case .success where isComplete:
      do throws(RouteProblem) {
        let changed = try RoutedValue(fields.value)
        guard changed.status != nil else { throw RouteProblem("it doesn't have a `status`") }
        response.value = changed.value
      } catch {
        throw RouteProblem(
          "the changed answer can't be sent: \(error.statement)",
          "return the answer with its `status`, `headers`, and `body`, or write `reply { ... }`")
      }
    case .success: response.value = try routed(fields.value, form).value
    case .stream:
      response.values = try routed(fields.values ?? [], error, form)
      if error.flatMap(form.errorBody) != nil { response.error = nil }
    case .error, .callback, .passthrough:
      if let body = error.flatMap(form.errorBody) {
        (response.result, response.error) = (.success, nil)
        var answer = try head()
        answer.content = .body(body)
        response.value = answer.value
        break
      }
      if let problem = problemOfWords { throw problem }
    }
    if result == .passthrough, form.isSocket, function != nil {
      throw RouteCheck.changedPassthrough
    }
    try RouteCheck.check(response, of: route)
    return response
  }

  /// The problem of a status, headers, or the close of a socket on an error, a function, or a call that is passed through.
  private var problemOfWords: RouteProblem? {
    guard status != nil || headers != nil || close != nil else { return nil }
    let word = status != nil ? "`:status`" : headers != nil ? "`:headers`" : "`:close`"
    switch fields.result {
    case .error where close == nil:
      return RouteProblem(
        "\(word) is for server responses, but `fail` isn't one",
        "write `status(503, { ... })`, or remove \(word)")
    case .error:
      return RouteProblem(
        "\(word) cannot be used on `fail`",
        "remove it, because `fail` already ends the connection")
    case .callback where isStream && close == nil:
      let builder = status == nil ? ":headers { ... }" : ":status(201)"
      return RouteProblem(
        "\(word) cannot be used on a function",
        "write `function() return stream(function() ... end) \(builder) end`")
    case .callback, .passthrough, .success, .stream:
      let subject = fields.result == .passthrough ? "`passthrough`" : "a function"
      return RouteProblem(
        "\(word) cannot be used on \(subject)", "put it on the response that the function returns")
    }
  }

  /// Returns the status and headers, and the fault.
  func head() throws(RouteProblem) -> RoutedValue {
    var members: [String: AnyCodableValue] = [:]
    members["status"] = status.map { .int($0) }
    members["headers"] = headers
    members["close"] = close
    var answer = try RoutedValue(.dictionary(members))
    answer.fault = fault
    return answer
  }

  private func routed(
    _ value: AnyCodableValue?, _ form: RoutedForm
  ) throws(RouteProblem) -> RoutedValue {
    var answer = try head()
    if let mediaType, case .string(let base64)? = value {
      answer.content = .bytes(base64)
      if !answer.setsType, !form.isSocket {
        answer.headers["Content-Type"] = [mediaType]
      }
    } else if isPlain || fault != nil {
      answer.content = value.map { .body($0) } ?? .nothing
    } else {
      if let value { try form.check(value) }
      answer.content = form.body(value).map { .body($0) } ?? .nothing
    }
    return answer
  }

  /// Returns the values of a stream.
  private func routed(
    _ values: [AnyCodableValue], _ error: MockErrorPayload?, _ form: RoutedForm
  ) throws(RouteProblem) -> [AnyCodableValue] {
    if form.isSocket { return try messages(values) }
    return RoutedStream(form, head: try head())
      .all(values, error, staysOpen: fields.staysOpen == true)
  }
}

extension ScriptRecord.Response {
  /// Returns the messages of a socket.
  ///
  /// The last one can also close the socket.
  private func messages(_ values: [AnyCodableValue]) throws(RouteProblem) -> [AnyCodableValue] {
    var (head, messages) = (try head(), values.map { RoutedValue(.body($0)) })
    guard let last = messages.indices.last else {
      return head == RoutedValue(.nothing) ? [] : [head.value]
    }
    head.content = messages[last].content
    messages[last] = head
    return messages.map(\.value)
  }
}

extension ScenarioLowering {
  mutating func checkRoutes(
    of service: ScriptRecord.Service, _ methods: [String: ScriptRecord.Method]
  ) {
    for (route, problem) in RouteCheck.problems(of: service.name, methods: methods.keys) {
      let place = route.flatMap { methods[$0] }.map { scans.place(of: $0.written, from: $0.place) }
      note(problem.description, at: place ?? service.place)
    }
  }
}
