import LuaRuntime
import MockLua
import MockServices
import Testing

/// Script strings that messages must not repeat unchanged.
@Suite("Quoted script strings are bounded and harmless in messages")
struct HostileMessageTests {
  /// Lua expressions for hostile strings.
  static let texts = [
    #"("x"):rep(1000000)"#, #""a\27[2J\u{202E}\nb""#, #"("\u{9B}\u{E9}"):rep(100000)"#,
    #"("\xFF\0"):rep(1000)"#,
  ]

  /// Scripts that are rejected.
  ///
  /// `@` is a variable that contains the hostile string.
  static let scripts = [
    #"return _G[@]"#, #"_G[@] = 1"#, #"_G[@] = function() end"#, #"error(@)"#, #"error("a " .. @)"#,
    #"error({ message = @ })"#, #"error(setmetatable({}, { __name = @ }))"#,
    #"local t = {} t[@].x = 1"#, #"local t = {} t[@]()"#, #"assert(false, @)"#,
    #"local t = setmetatable({}, { __name = @ }) return t + 1"#, #"string.rep(@, {})"#,
    #"return #@ < {}"#, #"return ("x")[@].y"#, #"load(@)()"#, #"load("x = ", @)()"#,
    #"shared { [@] = print }"#, #"shared { a = { [@] = print } }"#, #"shared(@)"#,
    #"service(@)"#, #"service(@) { m = 5 }"#, #"service(@) { [@] = 5 }"#,
    #"service(@) { [@] = @ }"#,
    #"service(@) { [@] = nil }"#, #"service(@)[@] = nil"#, #"service(@):bind(@)"#,
    #"service(@):bind { [@] = 1 }"#, #"service(@):initial { [@] = print }"#,
    #"local s = service "A" local f = s[@]"#, #"service(@)(1)"#, #"service(@)({}, 1)"#,
    #"override(@)"#, #"override(@) { [@] = reply() }"#, #"override(@, @, reply())"#,
    #"override { [@] = 1 }"#, #"service "A" { m = reply() } override("A", @, reply())"#,
    #"variant(@)"#, #"variant(@, 1)"#, #"variant(@, print)"#,
    #"variant(@, function() end) variant(@, function() end)"#,
    #"service "A" { m = reply():after(@) }"#, #"service "A" { m = reply():after { [@] = 1 } }"#,
    #"service "A" { m = reply():set { [@] = 1 } }"#, #"service "A" { m = reply()[@](1) }"#,
    #"service "A" { m = { exhausted = @, reply() } }"#,
    #"service "A" { m = { by = @ .. "..a", reply() } }"#,
    #"service "A" { m = { [@] = 1, reply() } }"#,
    #"service "A" { m = when({}, { [@] = 1, reply() }) }"#,
    #"service "A" { m = reply({ [@] = print }) }"#, #"service "A" { m = fail(@, 1) }"#,
    #"service "A" { m = when({ [@] = { ["$" .. @] = 1 } }, reply()) }"#,
    #"service "A" { m = when({ a = is.regex("(" .. @) }, reply()) }"#,
    #"service "A" { m = when({ a = is.type(@) }, reply()) }"#, #"local m = is[@]"#, #"is[@] = 1"#,
    #"local m = is.gt(1)[@]"#, #"local r = when({}, reply())[@]"#, #"collection(@)[@] = 1"#,
    #"local f = collection("c")[@]"#,
    #"local c = collection "c" c:insert { id = @ } c:insert { id = @ }"#,
    #"json.decode(@)"#, #"json.decode("{\"a\": " .. @)"#, #"json[@] = 1"#, #"local f = json[@]"#,
    #"json.encode({ [@] = print })"#, #"clock[@] = 1"#, #"local c = clock[@]"#,
    #"clock.date { [@] = 1 }"#,
    #"os.date("%Q" .. @)"#, #"os.time { year = @ }"#,
    #"enum_case("a", setmetatable({}, { __name = @ }))"#,
    #"require(@)"#, #"fixture(@)"#, #"fixture("../" .. @)"#, #"copy({ [@] = print })"#,
    #"array(setmetatable({}, { __name = @ }))"#, #"local s = state[@]"#,
    #"coroutine.wrap(function() error(@) end)()"#,
    #"reply(setmetatable({}, { __name = @ }))"#, #"base64(setmetatable({}, { __name = @ }))"#,
  ]

  @Test("An error", arguments: scripts)
  func errors(script: String) throws {
    let folder = try TemporaryFolder(files: [:])
    for text in Self.texts {
      let source = "local text = \(text)\n" + script.replacing("@", with: "text")
      do {
        _ = try LuaScenario.load(source: source, name: "m.lua", directory: folder.path)
        // Some of the strings are ordinary names.
      } catch {
        #expect(!error.diagnostics.isEmpty)
        for row in error.diagnostics {
          check(row.description)
          for note in row.notes { check(note.text) }
        }
      }
    }
  }

  /// Source code with names, keys, and strings of any length.
  static let sources = [
    "@ = 1", "return @.b", "local t = @", "x.@ = 1", "goto @", "'@", "[[@",
    "local t = { @ = 1, @ = 2 }",
    "service \"@\" { @ = 5, m = nil }", "shared { @ = nil, @ = 1, @ = 2 }", "local f = state.@",
    "service(\"A\"):@()", "local @ <close> = 5", "local x <@> = 1", "break @", "::@:: ::@::",
    "x = 5@",
    "service \"A\" { @ = reply(), @ = reply() }", "error('@')", "(nil).@ = 1",
  ]

  @Test("A name or string in the source", arguments: sources)
  func names(source: String) throws {
    let long = String(repeating: "x", count: 300_000)
    for text in [long, "a\u{202E}b", "a\u{1B}[31mb"] {
      for name in ["m.lua", "\(text).lua"] {
        let error = #expect(throws: ScenarioError.self) {
          try LuaScenario.load(
            source: source.replacing("@", with: text), name: name, directory: nil)
        }
        for row in error?.diagnostics ?? [] { check(row.description) }
      }
    }
  }

  /// The bodies of functions that fail as the response of `A.m`.
  static let functions = [
    "error(@)", "error({ message = @ })", "return undeclared[@]", "return state[@]", "state[@] = 1",
    "state.a = { [@] = print }", "return services[@]", "return services.A[@]({})",
    "services.A[@] = 1",
    "return services.A:m()", "return services.A.m(@)", "return calls(@)", "open_gate(@)",
    "sleep(@)",
    "emit(@)", "return { [@] = print }", "return setmetatable({}, { __name = @ })",
    "return reply():set { [@] = 1 }", "return nil, @", "local t = {} return t[@].x",
    "return reply()[@]()", "return _G[@]",
  ]

  @Test("The error of a call", arguments: functions)
  func calls(function: String) async throws {
    for text in Self.texts {
      let source = """
        shared { a = 1 }
        service "A" { m = function() local text = \(text)
          \(function.replacing("@", with: "text")) end }
        """
      let runtime = try ScenarioRuntime(source: source, name: "m.lua", clock: .virtual())
      do {
        _ = try await runtime.sequencer(for: "A").answer(for: "m", arguments: [:])
      } catch let error as MockServiceError {
        for line in error.message.split(separator: "\n") { check(String(line)) }
      }
    }
  }

  @Test("An error of the runtime itself")
  func runtime() throws {
    for text in Self.texts {
      let lua = try LuaRuntime()
      try lua.register("fail") { (_: [String: Int]) in }
      for script in [
        "error(text)", "local t = {} t[text].x = 1", "fail { a = text }",
        "fail { a = { [text] = 1 } }", "return { [text] = print }",
        "fail(text)", "error(setmetatable({}, { __name = text }))",
      ] {
        let error = #expect(throws: LuaError.self) {
          _ = try lua.run("text = \(text) \(script)", name: "a\u{1B}b", as: LuaValue.self)
        }
        check(error?.description)
        check(error?.traceback.joined())
      }
    }
  }

  private func check(_ message: String?, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let message else { return }
    #expect(message.count < 1000, sourceLocation: sourceLocation)
    for piece in ["x", "é", "\u{FFFD}"] {
      #expect(
        !message.contains(String(repeating: piece, count: 201)), sourceLocation: sourceLocation)
    }
    let isHarmless = message.unicodeScalars.allSatisfy {
      ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
        $0.properties.generalCategory)
    }
    #expect(isHarmless, "\(message.debugDescription.prefix(300))", sourceLocation: sourceLocation)
  }
}
