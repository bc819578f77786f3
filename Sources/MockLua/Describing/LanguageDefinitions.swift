package import MockCalls
internal import MockConfiguration

/// The LuaCATS definitions of the language for editors, as `mocklua definitions` prints them.
///
/// The meaning of each word comes from the table of words. Its parameters and results are defined here.
package enum LanguageDefinitions {
  /// The whole file.
  package static var text: String { text(of: nil) }

  /// Returns the whole file, including the definitions of an app's contract.
  ///
  /// - Parameter contract: The contract of the app's mocks; nil for only the language.
  /// - Returns: The text.
  package static func text(of contract: ContractDocument?) -> String {
    let known = contract.map { ContractDefinitions($0) }
    var parts = [head]
    for (title, members) in classes {
      let fields = members.map { "\(documentation(of: $0.name))\($0.text)" }
      parts.append(title + "\n" + fields.joined(separator: "\n"))
    }
    parts.append(matchers)
    parts += known?.parts ?? []
    parts += words.map { "\(documentation(of: $0.name))\(knowing(known, $0))" }
    return ScriptFormat.text(ofValid: parts.joined(separator: "\n\n"))
  }

  /// The names that have a definition, with the colon of builders and methods.
  package static var names: Set<String> {
    Set(classes.flatMap { $0.members.map(\.name) } + words.map(\.name) + ["is"])
  }

  private typealias Definition = (name: String, text: String)

  /// Returns the documentation of a name from the table of words, as comments.
  ///
  /// A leading colon selects builders and methods.
  private static func documentation(of name: String) -> String {
    let places: (LanguageWord) -> Bool =
      name.hasPrefix(":")
      ? { $0.isBuilder || $0.place == .collections }
      : { !$0.isBuilder && $0.place != .collections }
    // A member is one of the forms of its word.
    let entries =
      name.contains(".")
      ? LanguageWord.all.filter { $0.forms.contains { $0.hasPrefix(name) } }
      : LanguageWord.named(name.hasPrefix(":") ? String(name.dropFirst()) : name).filter(places)
    return entries.map { "---\($0.documentation)\n---\n" }.joined()
  }

  /// Returns a word's definition, with the services of a contract if there is one.
  private static func knowing(_ contract: ContractDefinitions?, _ word: Definition) -> String {
    guard let contract else { return word.text }
    switch word.name {
    case "service": return (contract.serviceOverloads + [word.text]).joined(separator: "\n")
    case "override": return (contract.overrideOverloads + [word.text]).joined(separator: "\n")
    case "services": return "---@type mocklua.Services\nservices = {}"
    default: return word.text
    }
  }

  private static let head = """
    ---@meta
    -- The words of MockLua's scripts. Written by `mocklua definitions`; write it anew rather than change it.

    ---@alias mocklua.Function fun(args: mocklua.Arguments, call: mocklua.Call): ...any
    ---@alias mocklua.List (mocklua.Response | mocklua.Rule | mocklua.Function)[]
    ---@alias mocklua.Answer mocklua.Response | mocklua.List | mocklua.Function
    ---@alias mocklua.Behaviour mocklua.Answer | mocklua.Rule | mocklua.Method
    ---@alias mocklua.Behaviours table<string, mocklua.Behaviour>
    ---@alias mocklua.Delay integer | mocklua.Uniform | mocklua.LogNormal

    ---@class mocklua.Uniform
    ---@field min integer
    ---@field max integer

    ---@class mocklua.LogNormal
    ---@field median number
    ---@field sigma number
    ---@field max integer

    -- A key that has to be there, with a value that may come to nothing.
    ---@alias mocklua.Nothing nil

    ---@class mocklua.Rule
    ---@class mocklua.Matcher
    ---@class mocklua.Bytes
    -- A class without members would be any table.
    ---@alias mocklua.Null userdata

    \(documentation(of: "args"))---@class mocklua.Arguments
    ---@field [string] any

    ---@class mocklua.Record
    ---@field args table
    ---@field count integer
    ---@field done boolean
    ---@field result any
    ---@field error any
    """

  /// The definitions with members: each class, and its header.
  private static let classes: [(title: String, members: [Definition])] = [
    (
      "---@class mocklua.Method\n---@field [integer] mocklua.Response | mocklua.Rule | mocklua.Function",
      [
        (
          "exhausted",
          "---@field exhausted? \"repeatLast\" | \"cycle\" | \"error\" | \"fatalError\""
        ),
        ("by", "---@field by? string"),
      ]
    ),
    (
      "---@class mocklua.Call",
      [
        ("call.service", "---@field service string"), ("call.method", "---@field method string"),
        ("call.count", "---@field count integer"), ("call.step", "---@field step integer"),
        ("call.key", "---@field key any"),
      ]
    ),
    ("---@class mocklua.Response\nlocal Response = {}\n", response),
    (
      documentation(of: "handle")
        + "---@class mocklua.Service\n---@field [string] mocklua.Behaviour"
        + "\n---@overload fun(methods: mocklua.Behaviours): mocklua.Service\nlocal Service = {}\n",
      [
        method("Service", "binds", "first: string | table<string, string>", "...: string"),
        method("Service", "initial", "values: table<string, any>"),
        method("Service", "passes"),
        method("Service", "raw"),
      ]
    ),
    (
      "---@class mocklua.Collection\nlocal Collection = {}\n",
      [
        method("Collection", "insert", "row: table", result: "any"),
        method("Collection", "get", "id: any", result: "any"),
        method("Collection", "update", "id: any", "fields: table", result: "any"),
        method("Collection", "remove", "id: any", result: "any"),
        method("Collection", "all", result: "any[]"),
        method("Collection", "where", "pattern: table", result: "any[]"),
        method("Collection", "count", result: "integer"),
        method("Collection", "clear", result: nil),
      ]
    ),
  ]

  private static let response = [
    method("Response", "set", "values: table<string, any>"),
    method("Response", "after", "delay: mocklua.Delay"),
    method("Response", "gate", "name: string"),
    method("Response", "times", "count: integer"),
    method("Response", "optional"),
    method("Response", "allows_extra"),
    method("Response", "status", "status: integer"),
    method("Response", "headers", "headers: table<string, any>"),
    method("Response", "every", "ms: integer"),
    method("Response", "fails", "code: string", "message?: string", "details?: any"),
  ]

  private static let words: [Definition] = [
    function("shared", "values: table<string, any>", result: nil),
    function("service", "name: string", result: "mocklua.Service"),
    function("http", "host: string | mocklua.Behaviours", result: "mocklua.Service"),
    function("openapi", "file: string", "server?: string", result: "mocklua.Service"),
    function("graphql", "address: string", result: "mocklua.Service"),
    function(
      "override", "name: string | table<string, any>", "method?: string",
      "behaviour?: mocklua.Behaviour", result: "fun(methods: mocklua.Behaviours)"),
    function("delay_all", "delay: mocklua.Delay", result: nil),
    function("scenario", "name: string", "body?: fun()", result: "fun(body: fun())"),
    function("require", "name: string", result: "any"),
    function("fixture", "name: string", result: "any"),
    function("reply", "value?: any", result: "mocklua.Response"),
    function(
      "pass", "change?: fun(answer: any, args: mocklua.Arguments, call: mocklua.Call): any",
      result: "mocklua.Response"),
    function("status", "status: integer", "value?: any", result: "mocklua.Response"),
    function("bytes", "name: string", result: "mocklua.Bytes"),
    function(
      "fail", "code: string", "message?: string", "details?: any", result: "mocklua.Response"),
    function(
      "stream", "values: any[] | fun(args: mocklua.Arguments, call: mocklua.Call)",
      result: "mocklua.Response"),
    function(
      "when", "pattern: table | mocklua.Matcher | fun(args: mocklua.Arguments): any",
      "behaviour: mocklua.Answer", result: "mocklua.Rule"),
    ("null", "---@type mocklua.Null\nnull = nil"),
    function("array", "list: any[]", result: "any[]"),
    (
      "copy", "---@generic T\n---@param value T\n---@return T\nfunction copy(value) end"
    ),
    function("variant", "name: string", "...: any", result: "any"),
    function("uuid", result: "string"),
    (
      "random",
      """
      ---@overload fun(): number
      ---@param m integer
      ---@param n? integer
      ---@return integer
      function random(m, n) end
      """
    ),
    (
      "clock",
      """
      ---@class mocklua.Clock
      \(documentation(of: "clock.date"))---@field date fun(offset?: { days?: integer, hour?: integer, minute?: integer, second?: integer }): string
      ---@overload fun(): integer
      clock = {}
      """
    ),
    (
      "json",
      """
      ---@class mocklua.JSON
      \(documentation(of: "json.encode"))---@field encode fun(value: any): string
      \(documentation(of: "json.decode"))---@field decode fun(text: string): any
      json = {}
      """
    ),
    function("base64", "bytes: string", result: "string"),
    function("log", "...: any", result: nil),
    function("print", "...: any", result: nil),
    ("mode", "---@type \"uitest\" | \"debug\" | \"developer\" | nil\nmode = nil"),
    function("collection", "name: string", result: "mocklua.Collection"),
    ("state", "---@type table<string, any>\nstate = {}"),
    (
      "services",
      "---@type table<string, table<string, fun(args?: table): any>>\nservices = {}"
    ),
    function("calls", "name: string", result: "mocklua.Record[]"),
    function("sleep", "ms: integer", result: nil),
    function("release", "gate: string", result: nil),
    function("emit", "value: any", result: nil),
  ]

  /// The definition of `is` and the matchers.
  private static var matchers: String {
    let fields = Matcher.all.flatMap { matcher -> [String] in
      guard let word = matcher.word else { return [] }
      guard let negative = matcher.negative else {
        return ["---@field \(word) \(type(of: matcher.form)) Accepts \(matcher.summary)."]
      }
      return [
        "---@field \(word) mocklua.Matcher Accepts \(matcher.summary).",
        "---@field \(negative.word) mocklua.Matcher Accepts \(negative.summary).",
      ]
    }
    return "---@class mocklua.Matchers\n\(fields.joined(separator: "\n"))\n\n"
      + "\(documentation(of: "is"))---@type mocklua.Matchers\nis = {}"
  }

  private static func type(of form: MatchOperandForm) -> String {
    let operand =
      switch form {
      case .value, .pattern, .flag: "operand: any"
      case .orderable: "bound: number | string"
      case .list: "list: any[]"
      case .regex, .text, .type, .function: "text: string"
      case .size: "count: integer"
      case .patterns: "...: any"
      }
    return "fun(\(operand)): mocklua.Matcher"
  }

  private static func function(
    _ name: String, _ parameters: String..., result: String?
  ) -> Definition {
    (name, text(name, parameters, result))
  }

  private static func method(
    _ type: String, _ name: String, _ parameters: String..., result: String? = ""
  ) -> Definition {
    (":\(name)", text("\(type):\(name)", parameters, result == "" ? "mocklua.\(type)" : result))
  }

  private static func text(_ name: String, _ parameters: [String], _ result: String?) -> String {
    let split = parameters.map { parameter in
      let colon = parameter.firstIndex(of: ":") ?? parameter.endIndex
      return (name: parameter[..<colon], type: parameter[colon...].dropFirst(2))
    }
    var lines = split.map { "---@param \($0.name) \($0.type)" }
    if let result { lines.append("---@return \(result)") }
    let names = split.map { $0.name.replacing("?", with: "") }.joined(separator: ", ")
    return (lines + ["function \(name)(\(names)) end"]).joined(separator: "\n")
  }
}
