import MockData
import MockInspector

/// The tool that controls a session. Each action is a request to the inspector of `mocklua serve`.
extension MCPTool {
  private static let longestWait = 15

  static let session = MCPTool(
    name: "session",
    summary: """
      Inspect and control a live session of `mocklua serve FILE`, in which an app makes the calls. calls: list the \
      calls, the latest first. show: show one call, and why each rule matched or did not. call: make a call. state, \
      gates, clock, variants: show them, or change them with values, name+open, mode/advanceMs/run, name. override: \
      return response from a method, only for these args if there are any. withdraw: remove an override. restart: \
      restart the scenario.
      """,
    parameters: [
      ToolParameter(
        name: "session", kind: .text,
        help:
          "the inspector's address with its token, as it is printed: http://127.0.0.1:PORT/#TOKEN",
        isRequired: true),
      ToolParameter(
        name: "action", kind: .choice(SessionAction.allCases.map(\.rawValue)),
        help: "what to do, such as \"calls\"", isRequired: true),
      ToolParameter(
        name: "name", kind: .text, help: "Service.method, a gate or a variant, by action"),
      ToolParameter(name: "args", kind: .object, help: "arguments by label"),
      ToolParameter(
        name: "number", kind: .number(1...Int(Int32.max)), help: "the number of the call to show"),
      ToolParameter(
        name: "limit", kind: .number(1...1000), help: "the maximum number of calls; 20 by default"),
      ToolParameter(name: "values", kind: .object, help: "new values of shared state"),
      ToolParameter(name: "open", kind: .flag, help: "opens the gate, or closes it"),
      ToolParameter(
        name: "mode", kind: .choice(["real", "manual", "fullSpeed"]),
        help: "another clock, on which the scenario restarts"),
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
        within: .seconds(longestWait))
      return ToolAnswer(answer)
    } catch {
      throw ToolProblem("\(error)")
    }
  }
}

extension ToolAnswer {
  /// Converts a response of the inspector, with the code in front of a refusal.
  fileprivate init(_ answer: InspectorClient.Answer) {
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
