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

  /// The parameters of an action in addition to session and action.
  private var parameters: [String] {
    switch self {
    case .calls: ["limit", "name"]
    case .show: ["number"]
    case .call: ["name", "args"]
    case .state: ["values"]
    case .gates: ["name", "open"]
    case .clock: ["mode", "advanceMs", "run"]
    case .variants, .withdraw: ["name"]
    case .override: ["name", "args", "response"]
    case .services, .script, .restart: []
    }
  }

  func request(_ arguments: ToolArguments) throws(ToolProblem) -> Request {
    for name in arguments.names.sorted() where !["session", "action"].contains(name) {
      guard parameters.contains(name) else {
        let known = parameters.isEmpty ? "none" : parameters.joined(separator: ", ")
        throw ToolProblem("\(rawValue) takes no `\(name)`; it takes \(known)")
      }
    }
    switch self {
    case .calls: return try calls(arguments)
    case .show:
      guard let number = arguments.number("number") else { throw missing("number") }
      return admin("GET", ["requests", "\(number)"])
    case .call:
      return admin(
        "POST", ["call"],
        ["call": try name(arguments), "args": arguments["args"] ?? [:]])
    case .services: return admin("GET", ["services"])
    case .state:
      guard let values = arguments["values"] else { return admin("GET", ["state"]) }
      return admin("PUT", ["state"], values)
    case .gates:
      guard !arguments.has(["name", "open"]) else {
        guard let open = arguments["open"] else { throw missing("open") }
        guard let gate = arguments.text("name") else { throw missing("name") }
        return admin("PUT", ["gates", gate], ["open": open])
      }
      return admin("GET", ["gates"])
    case .clock: return try clock(arguments)
    case .variants:
      guard let name = arguments["name"] else { return admin("GET", ["variants"]) }
      return admin("PUT", ["variants"], ["name": name == "" ? .null : name])
    case .script: return admin("GET", ["script"])
    case .override:
      guard let response = arguments["response"] else { throw missing("response") }
      var body: [String: AnyCodableValue] = ["response": response]
      body["arguments"] = arguments["args"]
      return admin("PUT", try method(arguments), .dictionary(body))
    case .withdraw: return admin("DELETE", try method(arguments))
    case .restart: return admin("POST", ["reset"], [:])
    }
  }

  private func admin(
    _ method: String, _ path: [String], _ body: AnyCodableValue? = nil
  ) -> Request { Request(method, ["__admin"] + path, body: body) }

  private func calls(_ arguments: ToolArguments) throws(ToolProblem) -> Request {
    var request = admin("GET", ["requests"])
    request.query["limit"] = "\(arguments.number("limit") ?? 20)"
    guard arguments.text("name") != nil else { return request }
    let parts = try parts(arguments)
    request.query["service"] = parts.service
    request.query["method"] = parts.method
    return request
  }

  private func clock(_ arguments: ToolArguments) throws(ToolProblem) -> Request {
    let given = ["mode", "advanceMs", "run"].filter { arguments[$0] != nil }
    guard given.count <= 1 else {
      throw ToolProblem("clock takes one of `mode`, `advanceMs`, and `run`; remove the others")
    }
    switch given.first {
    case nil: return admin("GET", ["clock"])
    case "mode": return admin("PUT", ["clock"], ["mode": arguments["mode"] ?? .null])
    case let name?: return admin("POST", ["clock"], [name: arguments[name] ?? .null])
    }
  }

  private func method(_ arguments: ToolArguments) throws(ToolProblem) -> [String] {
    let parts = try parts(arguments)
    return ["services", parts.service, parts.method, "override"]
  }

  private func parts(
    _ arguments: ToolArguments
  ) throws(ToolProblem) -> (service: String, method: String) {
    guard let text = arguments.text("name") else { throw missing("name") }
    guard let parts = MockCallRequest.split(text) else {
      throw ToolProblem(
        "`name` must have the form Service.method, such as OTP.verify, not \"\(text.escaped)\"")
    }
    return parts
  }

  private func name(_ arguments: ToolArguments) throws(ToolProblem) -> AnyCodableValue {
    guard let name = arguments["name"] else { throw missing("name") }
    return name
  }

  private func missing(_ name: String) -> ToolProblem {
    ToolProblem("\(rawValue) lacks `\(name)`; write it next to `action`")
  }
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
      ToolParameter(
        name: "name", kind: .text,
        help: "Service.method, a gate, or a variant, depending on the action"),
      ToolParameter(name: "args", kind: .object, help: "arguments by label"),
      ToolParameter(
        name: "number", kind: .number(1...Int(Int32.max)), help: "the number of the call to show"),
      ToolParameter(
        name: "limit", kind: .number(1...1000), help: "the maximum number of calls; 20 by default"),
      ToolParameter(name: "values", kind: .object, help: "new values of shared state"),
      ToolParameter(name: "open", kind: .flag, help: "true opens the gate, false closes it"),
      ToolParameter(
        name: "mode", kind: .choice(["real", "manual", "fullSpeed"]),
        help: "another clock, which restarts the scenario"),
      ToolParameter(name: "advanceMs", kind: .number(0...1_000_000_000_000)),
      ToolParameter(name: "run", kind: .flag, help: "advance until no call sleeps"),
      ToolParameter(
        name: "response", kind: .object,
        help: """
          as in a configuration: {"result":"success","value":1} or {"result":"error","error":{"code":"offline"}}
          """),
    ], isReadOnly: false
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
    guard let value = answer.value else {
      self.init(["done"], isError: answer.status >= 400)
      return
    }
    if answer.status >= 400, case .dictionary(let members) = value,
      case .string(let code) = members["code"], case .string(let message) = members["message"]
    {
      self.init(["\(code): \(message)"], isError: true)
      return
    }
    let text = (try? JSONWriter(style: .compact).string(from: value)) ?? "\(value)"
    self.init([text], isError: answer.status >= 400)
  }
}
