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
      if status != nil || headers != nil || close != nil {
        let word = status != nil ? "`:status`" : headers != nil ? "`:headers`" : "`:close`"
        throw result == .error && close == nil
          ? RouteProblem(
            "\(word) is for server responses, but `fail` isn't one",
            "write `status(503, { ... })`, or remove \(word)")
          : RouteProblem(
            "\(word) cannot be used on \(result == .passthrough ? "`passthrough`" : result == .error ? "`fail`" : "a function")",
            result == .error
              ? "remove it, because `fail` already ends the connection"
              : "put it on the response that the function returns")
      }
    }
    if result == .passthrough, form.isSocket, function != nil {
      throw RouteCheck.changedPassthrough
    }
    try RouteCheck.check(response, of: route)
    return response
  }

  /// Returns the status and headers, and the fault.
  private func head() throws(RouteProblem) -> RoutedValue {
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
    } else if let body = status == nil && fault == nil ? form.body(value) : value {
      // A response with an explicit status or a fault is a plain server response, without the GraphQL form.
      answer.content = .body(body)
    }
    return answer
  }

  /// Returns the values of a stream: events, or chunks if the headers contain a content type.
  private func routed(
    _ values: [AnyCodableValue], _ error: MockErrorPayload?, _ form: RoutedForm
  ) throws(RouteProblem) -> [AnyCodableValue] {
    if form.isSocket { return try messages(values) }
    var first = try head()
    let type = first.header("Content-Type").first ?? "text/event-stream"
    let isOfEvents = type.lowercased().hasPrefix("text/event-stream")
    let sent = isOfEvents ? values.map(form.event) + form.end(error) : values
    return sent.enumerated().map { index, value in
      let content = isOfEvents ? RoutedValue.Content.event(value) : .chunk(value)
      guard index == 0 else { return RoutedValue(content).value }
      first.content = content
      return first.value
    }
  }
}

extension ScriptRecord.Response {
  /// Returns the messages of a socket.
  ///
  /// The last one can also close the socket.
  private func messages(_ values: [AnyCodableValue]) throws(RouteProblem) -> [AnyCodableValue] {
    var (head, messages) = (try head(), values.map { RoutedValue(.body($0)) })
    guard let last = messages.indices.last else { return close == nil ? [] : [head.value] }
    head.content = messages[last].content
    messages[last] = head
    return messages.map(\.value)
  }
}

extension ScenarioLowering {
  /// Reports problems with a host and its routes.
  mutating func checkRoutes(
    of service: ScriptRecord.Service, _ methods: [String: ScriptRecord.Method]
  ) {
    for (route, problem) in RouteCheck.problems(of: service.name, methods: methods.keys) {
      let place = route.flatMap { methods[$0] }.map { scans.place(of: $0.written, from: $0.place) }
      note(problem.description, at: place ?? service.place)
    }
  }
}
