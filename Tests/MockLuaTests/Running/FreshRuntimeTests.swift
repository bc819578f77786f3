import MockLua
import MockServices
import Testing

/// Runtimes reuse memory, but a script must not see anything from an earlier one.
@Suite("Each script starts afresh") struct FreshRuntimeTests {
  private func value(_ source: String, name: String = "m.lua") throws -> AnyCodableValue? {
    let scenario = try LuaScenario.load(source: source, name: name, directory: nil)
    return scenario.configuration.services["A"]?.methods["m"]?.responses.first?.value
  }

  /// A script's initial state: the words with their members, and the memory in bytes.
  private static let probe = """
    local names = {}
    local function note(path, value, seen)
      names[#names + 1] = path .. ":" .. type(value)
      if type(value) ~= "table" or seen[value] then return end
      seen[value] = true
      for key, member in pairs(value) do note(path .. "." .. tostring(key), member, seen) end
    end
    local words = { "string", "math", "table", "utf8", "os", "coroutine", "pairs", "reply", "is", "uuid", "null" }
    for _, word in ipairs(words) do note(word, _G[word], {}) end
    service "A" {
      m = reply {
        names = names, text = ("%d"):format(5), number = random(1000), id = uuid(), mode = mode or "none",
        rows = collection "rows":count(), date = clock.date(), memory = collectgarbage "count",
      },
    }
    """

  @Test(
    "The previous script has no effect",
    arguments: [
      "string.format, string.extra = nil, 5; table.concat = print; math.pi = 3; utf8 = nil",
      "os.time = nil; coroutine.wrap = nil; getmetatable(is.eq(1)).__index = { x = 1 }",
      "collection \"rows\":insert { id = 1 }; random(5); uuid()",
      "local t = {} for i = 1, 50000 do t[i] = { i } end error 'full'",
      "while true do end",
      "local s = 'x' while true do s = s .. s end",
      "service \"A\" { m = function() state.x = 1 end } :bind \"x\"",
      "for i = 1, 40 do coroutine.wrap(function() coroutine.yield(i) end)() end",
      "this is no Lua",
      "shared { x = 1 } variant \"other\" { x = 2 } service \"A\" { m = fail \"e\" }",
    ])
  func afresh(poison: String) throws {
    let first = try #require(try value(Self.probe))
    for _ in 0..<3 {
      for _ in 0..<2 { _ = try? LuaScenario.load(source: poison, name: "p.lua", directory: nil) }
      #expect(try value(Self.probe) == first)
    }
  }

  @Test("Each script has its own seed, start time, and mode")
  func options() throws {
    let source = "service \"A\" { m = reply { random(1000000), mode or \"none\", clock.date() } }"
    func answer(_ change: (inout ScenarioOptions) -> Void) throws -> AnyCodableValue? {
      var options = ScenarioOptions()
      change(&options)
      let scenario = try LuaScenario.load(
        source: source, name: "m.lua", directory: nil, options: options)
      return scenario.configuration.services["A"]?.methods["m"]?.responses.first?.value
    }
    for _ in 0..<3 {
      let plain = try answer { _ in }
      let seeded = try answer { $0.seed = 7 }
      let live = try answer { $0.mode = .allCases.last }
      #expect(plain != seeded && plain != live && seeded != live)
      #expect(try answer { $0.seed = 7 } == seeded)
      #expect(try answer { _ in } == plain)
    }
  }

  @Test("Other scripts starting, running, and ending at the same time have no effect")
  func many() async throws {
    let first = try #require(try value(Self.probe))
    let failures = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          guard number % 3 == 0 else { return (try? value(Self.probe)) == first }
          _ = try? LuaScenario.load(
            source: "string.format = nil error 'x'", name: "p", directory: nil)
          return true
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 0 : 1) }
    }
    #expect(failures == 0)
  }
}
