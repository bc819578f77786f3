import MockCalls
import MockScenarios
import MockServices
import Testing

@testable import SessionApp

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `mocklua generate contract`, as a process, with an app in another one.
@Suite struct GenerateContractCommandTests {
  private struct Asked {
    let command = LaunchedProcess(product: "mocklua", arguments: ["generate", "contract"])
    let address: String

    init() async throws {
      try command.launch()
      let name = "MOCK_SERVICE_SESSION="
      let line = try await command.line(of: .errors) { $0.hasPrefix(name) }
      address = String(line.dropFirst(name.count))
    }

    /// Returns the command's output and messages after it has ended.
    func end(_ code: Int32) async throws -> (output: String, told: String) {
      #expect(try await command.exit() == .code(code))
      return (command.standardOutput, command.standardError)
    }

    /// Joins as a handwritten app that sends `hello` and receives `welcome`.
    func join(_ hello: String) throws -> RawDialler {
      let parts = address.split { $0 == ":" || $0 == "/" }
      let dialler = RawDialler(port: try #require(Int(parts[1])))
      dialler.send(#"{"kind":"token","token":"\#(parts[2])"}"#)
      dialler.send(#"{"kind":"hello","client":"c","app":"Other","received":0,\#(hello)}"#)
      #expect(try dialler.next()?.kind == .welcome)
      return dialler
    }
  }

  @Test("An app's contract is the same as the one written by a test of its mocks")
  func app() async throws {
    let asked = try await Asked()
    let app = LaunchedProcess(product: "SessionApp")
    app.launchEnvironment = [
      "MOCK_SERVICE_SESSION": asked.address, "APP_MOCKS_VAULT": "1", "APP_SERVICES": "Bank",
    ]
    try app.launch()
    let (output, told) = try await asked.end(0)
    let document = ContractDocument(probing: ["Vault": MockVault._mockContract])
    #expect(output == document.json)
    #expect(document.types.keys.contains("VaultSize"))
    #expect(told.contains("sent 1 contract and 1 type"), "\(told)")
    try app.send(signal: 9)
  }

  @Test("If the file can't be written, the command doesn't wait for an app")
  func unwritable() async throws {
    let command = LaunchedProcess(
      product: "mocklua", arguments: ["generate", "contract", "--output", "/none/here/c.json"])
    try command.launch()
    #expect(try await command.exit() == .code(1))
    #expect(command.standardError.hasPrefix("mocklua: /none/here/c.json: "))
    #expect(!command.standardError.contains("MOCK_SERVICE_SESSION"))
  }

  @Test("An app that only sends its methods is reported")
  func names() async throws {
    let asked = try await Asked()
    let dialler = try asked.join(
      #""versions":[1],"process":1,"services":[{"name":"Bank","contract":{"name":"Bank","methods":[{"key":"rate"}]}}]"#
    )
    dialler.send(#"{"kind":"contract"}"#)
    let (output, told) = try await asked.end(0)
    let document = try ContractDocument(json: output, file: "contract.json")
    #expect(document.services["Bank"]?.methods.map(\.key) == ["rate"])
    #expect(told.contains("it sent no shapes of types, so values can't be compared"))
    withExtendedLifetime(dialler) {}
  }

  @Test("Nothing is written for an app without contracts")
  func nothing() async throws {
    let asked = try await Asked()
    let dialler = try asked.join(#""versions":[1],"process":1,"services":[{"name":"Bank"}]"#)
    dialler.send(#"{"kind":"contract"}"#)
    let (output, told) = try await asked.end(1)
    #expect(output.isEmpty)
    #expect(told.contains("sent a contract without mocks; generate its mocks with `@Mocked`"))
  }

  @Test("An app that ends without a response is reported")
  func ended() async throws {
    let asked = try await Asked()
    // No process has this number.
    var dialler: RawDialler? = try asked.join(
      #""versions":[1],"process":2147483646,"services":[{"name":"Bank"}]"#)
    withExtendedLifetime(dialler) {}
    dialler = nil
    let (output, told) = try await asked.end(1)
    #expect(output.isEmpty)
    #expect(told.contains("ended before it sent the contract of its mocks"), "\(told)")
  }
}
