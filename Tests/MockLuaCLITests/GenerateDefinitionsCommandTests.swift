import MockLua
import MockLuaTools
import Testing

@testable import MockLuaCLI

/// `mocklua generate definitions`, as a process.
struct GenerateDefinitionsCommandTests {
  @Test("Prints the definitions, or writes them to a file")
  func prints() throws {
    let folder = try TemporaryFolder()
    let process = try MockLuaProcess(["generate", "definitions"], in: folder)
    #expect(process.output == LanguageDefinitions.text)
    #expect(process.messages == "")
    #expect(process.exitCode == 0)
    let file = try MockLuaProcess(
      ["generate", "definitions", "--output", "mocklua.lua"], in: folder)
    #expect(file.output == "")
    #expect(file.exitCode == 0)
    #expect(try folder.read("mocklua.lua") == LanguageDefinitions.text)
  }

  @Test("With a contract, they contain the app's services, arguments, and types")
  func contract() throws {
    let process = try MockLuaProcess(
      ["generate", "definitions", "--contract", "shop.json"], in: try SampleContract.folder())
    let lines = Set(process.output.split(separator: "\n").map(String.init))
    for line in [
      "---@class mocklua.type.Money: mocklua.result.Money",
      "---@field currency mocklua.type.Currency", "---@alias mocklua.result.Currency string",
      "---@field email string",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(process.output.contains("\n---@field CatalogService "))
    #expect(!LanguageDefinitions.text.contains("CatalogService"))
    #expect(process.messages == "")
    #expect(process.exitCode == 0)
  }

  @Test("A file argument is an error, and so is an unwritable path")
  func misuse() throws {
    let folder = try TemporaryFolder()
    let argument = try MockLuaProcess(["generate", "definitions", "a.lua"], in: folder)
    #expect(argument.exitCode == 64)
    let none = try MockLuaProcess(
      ["generate", "definitions", "--output", "none/a.lua"], in: folder)
    #expect(
      none.messages == "mocklua: none/a.lua: no such file or folder; create the folder first\n")
    #expect(none.exitCode == 1)
  }
}
