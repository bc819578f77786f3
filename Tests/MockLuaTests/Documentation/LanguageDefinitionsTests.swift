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
    #expect(LanguageDefinitions.names == Set(words).subtracting(["handle"]))
  }

  @Test("Each definition has what the table of words says")
  func documentation() {
    let text = LanguageDefinitions.text
    for word in LanguageWord.all
    where word.place != .parameters && !word.names.contains("handle") {
      #expect(text.contains(word.plainMeaning), "\(word.names)")
    }
  }

  @Test("It is Lua, which defines nothing when it is read")
  func compiles() throws {
    _ = try LuaRuntime().load(LanguageDefinitions.text)
    let text = LanguageDefinitions.text
    #expect(text.hasPrefix("---@meta\n"))
    #expect(try ScriptFormat.text(of: text, name: "mocklua.lua") == text)
  }
}
