#if os(macOS) || os(Linux)
  import Foundation
  import MockLua
  import MockScenariosXCTest
  import MockServices
  import Testing

  @testable import MockScenarios

  @Suite("A process is launched with a script")
  struct ScenarioLaunchTests {
    private static let script = """
      service "Cart" { items = reply { "tea" } }
      variant("empty", function() override("Cart", "items", reply(array {})) end)
      variant("computed", function()
        override("Cart", "items", function() return { "milk" } end)
      end)
      """

    /// Runs a body with a new folder that has the script, next to a source file that doesn't exist.
    private func withScript(
      in folder: URL = FileManager.default.temporaryDirectory.appending(path: "\(UUID())"),
      named name: String = "cart.lua", _ body: (_ sourceFile: String) async throws -> Void
    ) async throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data(Self.script.utf8).write(to: folder.appending(path: name))
      try await body(folder.appending(path: "CartTests.swift").path)
    }

    private func items(of reader: LaunchedProcess) async throws -> AnyCodableValue? {
      let json = try await reader.nextLine(within: .seconds(120))
      _ = try await reader.exit()
      return try MockServiceConfiguration(json: json).services["Cart"]?.methods["items"]?
        .responses.first?.value
    }

    @Test(
      "The script is next to the test, and its variant is optional",
      arguments: [(nil, ["tea"] as AnyCodableValue), ("empty", .array([]))])
    func nextToTest(variant: String?, expected: AnyCodableValue) async throws {
      try await withScript { sourceFile in
        let reader = LaunchedProcess(product: "TransportReader")
        try reader.launch(scenario: "cart.lua", variant: variant, filePath: sourceFile)
        #expect(try await items(of: reader) == expected)
      }
    }

    @Test(
      "A script that is only in the test bundle is found there, with or without its folder",
      arguments: ["bundled-cart.lua", "Scripts/bundled-cart.lua"])
    func inBundle(path: String) async throws {
      let reader = LaunchedProcess(product: "TransportReader")
      let ending = path.contains("/") ? "folder" : "file"
      #if os(Linux)
        let resources = "MockLua_Cart-\(ending).resources"
      #else
        let resources = "MockLua_Cart-\(ending).bundle"
      #endif
      let products = URL(filePath: reader.executable).deletingLastPathComponent()
      try await withScript(in: products.appending(path: resources), named: "bundled-cart.lua") {
        _ in
        try reader.launch(scenario: path, filePath: "/nowhere/CartTests.swift")
        #expect(try await items(of: reader) == ["tea"])
      }
    }

    @Test("A live session replaces an earlier scenario of the process, and the other way around")
    func replacing() async throws {
      try await withScript { sourceFile in
        let reader = LaunchedProcess(product: "TransportReader")
        try reader.launch(scenario: "cart.lua", filePath: sourceFile)
        #expect(try await items(of: reader) == ["tea"])
        let session = try reader.launch(
          scenario: "cart.lua", variant: "computed", live: true, filePath: sourceFile)
        #expect(try await reader.nextLine(within: .seconds(120)) == "none")
        _ = try await reader.exit()
        #expect(reader.launchEnvironment == session.environment)
        let cart = session.scenario.sequencer(for: "Cart")
        #expect(try await cart.nextDecodedValue(for: "items", as: [String].self) == ["milk"])
        try reader.launch(scenario: "cart.lua", variant: "empty", filePath: sourceFile)
        #expect(try await items(of: reader) == .array([]))
        session.close()
      }
    }

    @Test("Errors say what to write")
    func errors() async throws {
      try await withScript { sourceFile in
        let app = LaunchedProcess(executable: "/bin/cat")
        let computed = #expect(throws: ScenarioError.self) {
          try app.launch(scenario: "cart.lua", variant: "computed", filePath: sourceFile)
        }
        #expect(computed?.description.contains("launch the app with `live: true`") == true)
        let notLive = #expect(throws: ScenarioError.self) {
          try app.launch(scenario: "cart.lua", live: false, filePath: sourceFile)
        }
        #expect(
          notLive?.description
            == "cart.lua: `live: false` does not start a session; write `live: true`, or leave the argument out"
        )
        let missing = #expect(throws: ScenarioError.self) {
          try app.launch(scenario: "none.lua", live: true, filePath: sourceFile)
        }
        #expect(missing?.description.contains("or in the test bundle") == true)
        #expect(app.launchEnvironment.isEmpty)
      }
    }
  }
#endif
