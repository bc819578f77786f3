import LuaRuntime
import Testing

@testable import MockLua

/// The words of the language for editors.
@Suite struct LanguageDefinitionsTests {
  @Test("Each word, builder, option and method is defined, and nothing else")
  func complete() {
    let words = LanguageWord.all.filter { $0.place != .parameters }.flatMap { word in
      word.names.map { word.isBuilder || word.place == .collections ? ":\($0)" : $0 }
    }
    // What `handle` stands for is the class of services.
    let names = LanguageDefinitions.names.filter { !$0.contains(".") }
    #expect(names == Set(words).subtracting(["handle"]))
  }

  @Test(
    "Each entry of the table of words stands in a definition", arguments: LanguageWord.all.indices)
  func documentation(index: Int) {
    let word = LanguageWord.all[index]
    #expect(LanguageDefinitions.text.contains("\n---\(word.documentation)\n"), "\(word.names)")
  }

  @Test("It is Lua, which defines nothing when it is read")
  func compiles() throws {
    _ = try LuaRuntime().load(LanguageDefinitions.text)
    let text = LanguageDefinitions.text
    #expect(text.hasPrefix("---@meta\n"))
    #expect(try ScriptFormat.text(of: text, name: "mocklua.lua") == text)
  }
}
