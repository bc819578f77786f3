import LuaRuntime
import Testing

@testable import MockLua
@testable import MockLuaTools

/// The definitions of the language's words for editors.
@Suite struct LanguageDefinitionsTests {
  @Test("Exactly the words, builders, options, and methods are defined")
  func complete() {
    let words = LanguageWord.all.filter { $0.place != .parameters }.flatMap { word in
      word.names.map { word.isBuilder || word.place == .collections ? ":\($0)" : $0 }
    }
    // `handle` is the class of services.
    let names = LanguageDefinitions.names.filter { !$0.contains(".") }
    #expect(names == Set(words).subtracting(["handle"]))
  }

  @Test(
    "Each entry of the table of words is in a definition", arguments: LanguageWord.all.indices)
  func documentation(index: Int) {
    let word = LanguageWord.all[index]
    #expect(LanguageDefinitions.text.contains("\n---\(word.documentation)\n"), "\(word.names)")
  }

  @Test("The definitions are valid Lua that defines nothing when it runs")
  func compiles() throws {
    _ = try LuaRuntime().load(LanguageDefinitions.text)
    let text = LanguageDefinitions.text
    #expect(text.hasPrefix("---@meta\n"))
    #expect(try ScriptFormat.text(of: text, name: "mocklua.lua") == text)
  }
}
