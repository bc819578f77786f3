import LuaRuntime
import Testing

/// Lua without mocks, as in the article on embedding.
@Suite("The documentation of LuaRuntime")
struct LuaRuntimeDocumentationTests {
  struct Item: Codable { var price: Int }

  @Test("Embedding: Lua on its own")
  func alone() throws {
    let lua = try LuaRuntime()
    try lua.register("greet") { (name: String) in "Hello, \(name)" }
    let text = try lua.run("return greet('world')", as: String.self)
    #expect(text == "Hello, world")

    try lua.run(
      """
      function total(items)
        local sum = 0
        for _, item in ipairs(items) do sum = sum + item.price end
        return sum
      end
      """)
    let total = try lua.function("total")
    let sum = try total.call([Item(price: 3), Item(price: 4)], as: Int.self)
    #expect(sum == 7)

    let error = #expect(throws: LuaError.self) {
      try lua.run("local settings = nil\nreturn settings.name", name: "settings.lua")
    }
    #expect(error?.place == ScriptLocation(file: "settings.lua", line: 2))
  }

  actor Greeter {
    private let lua: LuaRuntime

    init() throws {
      lua = try LuaRuntime()
      try lua.register(
        "name",
        async: { @Sendable (id: Int) async throws -> String in
          try await Task.sleep(for: .milliseconds(1))
          return "user \(id)"
        })
      try lua.run("function greeting(id) return 'Hello, ' .. name(id) end")
    }

    func greeting(for id: Int) async throws -> String {
      try await lua.function("greeting").callAsync(id, as: String.self)
    }
  }

  @Test("Embedding: an asynchronous closure")
  func waiting() async throws {
    #expect(try await Greeter().greeting(for: 7) == "Hello, user 7")
  }
}
