import Foundation
import MockCalls
import MockConfiguration
import MockData
import MockLua
import MockPlatform
import MockServices
import TestSupport
import Testing

@testable import MockLuaTesting
@testable import MockRecording

struct PlantedNote: Codable, Equatable, Sendable {
  var note: String
  var tenantKey: String?
}

@Mocked
protocol PlantedService: Sendable {
  func open(_ text: String) async throws -> String
  func note(_ note: PlantedNote) async throws -> PlantedNote
  func refuse(_ number: Int) async throws -> String
  func feed(_ text: String) -> AsyncThrowingStream<String, any Error>
}

/// Returns its arguments.
private struct LivePlanted: PlantedService {
  let refusals: [String]

  func open(_ text: String) async throws -> String { "seen: \(text)" }
  func note(_ note: PlantedNote) async throws -> PlantedNote { note }
  func refuse(_ number: Int) async throws -> String {
    throw MockServiceError(
      code: "refused", message: "refused: \(refusals[number])",
      details: ["why": .string(refusals[number])])
  }
  func feed(_ text: String) -> AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream {
      $0.yield("first \(text)")
      $0.finish()
    }
  }
}

/// Secrets in a recorded test.
@Suite struct PlantedSecretTests {
  private static func encoded(_ text: String, _ form: Int) throws -> String {
    let json = try JSONWriter(style: .compact).string(from: ["inner": .string(text)])
    switch form {
    case 0: return text
    case 1: return json
    case 2: return Array(text.utf8).base64
    case 3: return Array(json.utf8).base64
    default: return try JSONWriter(style: .compact).string(from: ["outer": .string(json)])
    }
  }

  @Test(
    "No planted secret is left in the script, the trace, or the log, and the script replays",
    arguments: 0..<PlantedSecret.kinds)
  func planted(kind: Int) async throws {
    try ProjectFile.projectOfTests.apply()
    let secrets = (0..<9).map { PlantedSecret(kind: kind, number: $0) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "planted-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "planted.lua").path
    let recording = TestRecording(.missing, path: path, beside: #filePath, keepsErrors: true)
    let session = try MockPassing.$current.withValue(.missing) {
      Result { try ScenarioSession(source: "", name: path) }
    }.get()
    let live = LivePlanted(refusals: secrets.suffix(2).map(\.shown))
    let mock = MockPlantedService(passingTo: live, by: session.runtime)
    for form in 0..<5 { _ = try await mock.open(Self.encoded(secrets[form].shown, form)) }
    _ = try await mock.note(PlantedNote(note: secrets[5].shown, tenantKey: "plain-\(kind)"))
    for try await _ in mock.feed(secrets[6].shown) {}
    for number in 0..<2 {
      await #expect(throws: MockServiceError.self) { try await mock.refuse(number) }
    }
    let notes = await recording.write(session.runtime, hasFailed: false)
    // A rule compares the text that contains the placeholder.
    #expect(notes.filter { !$0.hasPrefix("`PlantedService.open` compares a secret") } == [])
    var texts: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      texts[name] = try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
    }
    #expect(texts["planted.lua"]?.contains("refused") == true)
    let trace = MockTrace(of: session.runtime, test: "planted", issues: [])
    texts["trace"] = String(decoding: trace.utf8, as: UTF8.self)
    texts["log"] = session.runtime.log.calls().map(\.description).joined(separator: "\n")
    for (name, text) in texts {
      for secret in secrets {
        #expect(!secret.isLeft(in: text), "\(name): \(secret.shown)")
      }
      #expect(!text.contains("plain-\(kind)"), "\(name): a name of the project")
    }
    // The recorded calls get the same responses, each with its own placeholder.
    let again = try ScenarioSession(path: path)
    let replay = MockPlantedService(again.runtime)
    let recorded = Recording(session.runtime.log.calls(), keepsErrors: true)
    var opened: Set<String> = []
    for entry in recorded.entries where entry.method == "open" {
      guard case .string(let text)? = entry.arguments.member(at: ["text"]) else { continue }
      let answer = try await replay.open(text)
      #expect(entry.response.value == .string(answer))
      opened.insert(answer)
    }
    #expect(opened.count == 5)
  }

  @Test("Values that no project marks as secret are kept")
  func plain() throws {
    #expect(
      try LinearRegex(ProjectFile.mailPattern)
        .matches(in: "to ada@example.com, <bob.b@mail.example.org>. @ada a@b")
        == ["ada@example.com", "bob.b@mail.example.org"])
    #expect(Redaction.sameLength(as: "ada@example.com", number: 3) == "3-r@dacted-.-re")
    #expect(Redaction.isSameLengthPlaceholder("12-redacted-12"))
    #expect(!Redaction.isSameLengthPlaceholder("12-reduced"))
    #expect(!Redaction.isSameLengthPlaceholder("2026-11-25"))
  }

  @Test("A pattern's longest match is found anywhere")
  func patterns() throws {
    let pattern = try LinearRegex("ACME-[0-9]+")
    #expect(pattern.matches(in: "a ACME-12 b") == ["ACME-12"])
    #expect(pattern.matches(in: "ACME-1ACME-234x") == ["ACME-1", "ACME-234"])
    #expect(pattern.matches(in: "ACME-") == [])
    #expect(try LinearRegex("[a-z]+@corp").matches(in: "x abc@corp") == ["abc@corp"])
    #expect(try LinearRegex("\\bkey\\b").matches(in: "monkey key") == ["key"])
    #expect(try LinearRegex("x*").matches(in: "abc") == [])
  }

  @Test(
    "An error in a project's file has a location",
    arguments: [
      (
        #"{"secret": {}}"#,
        "p.json:1:2: secret: unknown key `secret`; did you mean `secrets`?"
      ),
      (#"{"secrets": {"names": "a"}}"#, "p.json:1:23: secrets.names: "),
      (#"{"secrets": {"patterns": ["("]}}"#, "p.json:1:27: secrets.patterns[0]"),
    ])
  func errors(json: String, message: String) {
    let error = #expect(throws: MockConfigurationError.self) {
      try ProjectFile(json: json, file: "p.json")
    }
    #expect(error.map { "\($0)".hasPrefix(message) } == true, "\(error.map { "\($0)" } ?? "")")
  }
}

extension ProjectFile {
  /// Names and patterns that no other test has.
  static var projectOfTests: ProjectFile {
    get throws {
      try ProjectFile(
        json: #"{"secrets": {"names": ["tenant key"], "patterns": ["ACME-[0-9]{8}"]}}"#,
        file: ".mocklua.json")
    }
  }
}
