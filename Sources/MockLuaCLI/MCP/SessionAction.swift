import MockCalls
import MockData
import MockInspector
import MockLuaTools

enum SessionAction: String, CaseIterable {
  case calls
  case show
  case call
  case services
  case state
  case gates
  case clock
  case variants
  case script
  case override
  case withdraw
  case restart

  /// A request to the inspector, as described in `openapi.json`.
  struct Request: Equatable {
    var method: String
    var path: [String]
    var query: [String: String]
    var body: AnyCodableValue?

    init(
      _ method: String, _ path: [String], query: [String: String] = [:],
      body: AnyCodableValue? = nil
    ) {
      (self.method, self.path, self.query, self.body) = (method, path, query, body)
    }
  }

  func request(_ arguments: ToolArguments) throws(ToolProblem) -> Request {
    let known = Self.parameters.filter { $0.actions.contains(self) }.map(\.parameter.name)
    for name in arguments.names.sorted() where !["session", "action"].contains(name) {
      guard known.contains(name) else {
        let list = known.isEmpty ? "none" : known.joined(separator: ", ")
        throw ToolProblem("\(rawValue) takes no `\(name)`; it takes \(list)")
      }
    }
    /// Returns an argument that the action requires, at least in combination with the others.
    func required(_ name: String) throws(ToolProblem) -> AnyCodableValue {
      guard let value = arguments[name] else {
        throw ToolProblem("\(rawValue) lacks `\(name)`; write it next to `action`")
      }
      return value
    }
    func method() throws(ToolProblem) -> (service: String, method: String) {
      let text = try required("name").plainText
      guard let parts = MockCallRequest.split(text) else {
        throw ToolProblem(
          "`name` must have the form Service.method, such as OTP.verify, not \"\(text.escaped)\"")
      }
      return parts
    }
    func override() throws(ToolProblem) -> [String] {
      let (service, method) = try method()
      return ["services", service, method, "override"]
    }
    switch self {
    case .calls:
      var request = admin("GET", ["requests"])
      request.query["limit"] = "\(arguments["limit"]?.integer ?? 20)"
      guard arguments["name"] != nil else { return request }
      (request.query["service"], request.query["method"]) = try method()
      return request
    case .show: return admin("GET", ["requests", try required("number").plainText])
    case .call:
      return admin(
        "POST", ["call"], ["call": try required("name"), "args": arguments["args"] ?? [:]])
    case .services, .script: return admin("GET", [rawValue])
    case .state:
      guard let values = arguments["values"] else { return admin("GET", ["state"]) }
      return admin("PUT", ["state"], values)
    case .gates:
      if arguments["name"] == nil, arguments["open"] == nil { return admin("GET", ["gates"]) }
      let open = try required("open")
      return admin("PUT", ["gates", try required("name").plainText], ["open": open])
    case .clock:
      let given = known.filter { arguments[$0] != nil }
      guard given.count <= 1 else {
        throw ToolProblem("clock takes one of `mode`, `advanceMs`, and `run`; remove the others")
      }
      guard let name = given.first else { return admin("GET", ["clock"]) }
      return admin(name == "mode" ? "PUT" : "POST", ["clock"], [name: try required(name)])
    case .variants:
      guard let name = arguments["name"] else { return admin("GET", ["variants"]) }
      return admin("PUT", ["variants"], ["name": name == "" ? .null : name])
    case .override:
      var body = ["response": try required("response")]
      body["arguments"] = arguments["args"]
      return admin("PUT", try override(), .dictionary(body))
    case .withdraw: return admin("DELETE", try override())
    case .restart: return admin("POST", ["reset"], [:])
    }
  }

  private func admin(
    _ method: String, _ path: [String], _ body: AnyCodableValue? = nil
  ) -> Request { Request(method, ["__admin"] + path, body: body) }

  /// The parameters in addition to `session` and `action`, with the actions that take them.
  fileprivate static let parameters: [(parameter: ToolParameter, actions: [SessionAction])] = [
    (
      ToolParameter(
        name: "limit", kind: .number(1...1000), help: "the maximum number of calls; 20 by default"),
      [.calls]
    ),
    (
      ToolParameter(
        name: "name", kind: .text,
        help: "Service.method, a gate, or a variant, depending on the action"),
      [.calls, .call, .gates, .variants, .override, .withdraw]
    ),
    (
      ToolParameter(
        name: "number", kind: .number(1...Int(Int32.max)), help: "the number of the call to show"),
      [.show]
    ),
    (
      ToolParameter(name: "args", kind: .object, help: "arguments by label"), [.call, .override]
    ),
    (ToolParameter(name: "values", kind: .object, help: "new values of shared state"), [.state]),
    (
      ToolParameter(name: "open", kind: .flag, help: "true opens the gate, false closes it"),
      [.gates]
    ),
    (
      ToolParameter(
        name: "mode", kind: .choice(MockClock.Mode.allCases.map(\.rawValue)),
        help: "another clock, which restarts the scenario"),
      [.clock]
    ),
    (ToolParameter(name: "advanceMs", kind: .number(0...1_000_000_000_000)), [.clock]),
    (ToolParameter(name: "run", kind: .flag, help: "advance until no call sleeps"), [.clock]),
    (
      ToolParameter(
        name: "response", kind: .object,
        help: """
          as in a configuration: {"result":"success","value":1} or {"result":"error","error":{"code":"offline"}}
          """),
      [.override]
    ),
  ]
}

/// The tool that controls a session. Each action is a request to the inspector of `mocklua serve`.
extension MCPTool {
  private static let waitLimit = 15

  static let session = MCPTool(
    name: "session",
    summary: """
      Inspect and control a live session of `mocklua serve FILE`, in which an app makes the calls. calls: list the \
      calls, the latest first. show: show one call, and why each rule matched or not. call: make a call. services, \
      script: show them. state: show the state, or change it with values. gates: show the \
      gates, or change one with name and open. clock: show the clock, or change it with mode, advanceMs, or run. \
      variants: list them, or select one with name. override: replace a method's response, only for args if you pass \
      them. withdraw: remove an override. restart: restart the scenario.
      """,
    parameters: [
      ToolParameter(
        name: "session", kind: .text,
        help:
          "the inspector's address with its token, as printed: http://127.0.0.1:PORT/#TOKEN",
        isRequired: true),
      ToolParameter(
        name: "action", kind: .choice(SessionAction.allCases.map(\.rawValue)),
        help: "what to do, such as \"calls\"", isRequired: true),
    ] + SessionAction.parameters.map(\.parameter), isReadOnly: false
  ) { arguments throws(ToolProblem) in
    guard let client = InspectorClient(address: arguments.text("session") ?? "") else {
      throw ToolProblem(
        "`session` isn't an inspector's address; pass the one that `mocklua serve` prints:"
          + " http://127.0.0.1:PORT/#TOKEN")
    }
    guard let action = arguments.text("action").flatMap({ SessionAction(rawValue: $0) }) else {
      preconditionFailure("the parameter lists the actions")
    }
    let request = try action.request(arguments)
    do throws(InspectorClient.Problem) {
      let answer = try client.ask(
        request.method, request.path, query: request.query, body: request.body,
        within: .seconds(waitLimit))
      return ToolResponse(answer)
    } catch {
      throw ToolProblem("\(error)")
    }
  }
}

extension ToolResponse {
  /// The text of a refusal starts with its code.
  fileprivate init(_ answer: InspectorClient.Response) {
    let isError = answer.status >= 400
    let members = answer.value?.members ?? [:]
    guard isError, let code = members["code"]?.string, let message = members["message"]?.string
    else {
      self.init([answer.value?.compactText ?? "done"], isError: isError)
      return
    }
    self.init(["\(code): \(message)"], isError: true)
  }
}
