import Foundation
import MockLua
import MockRecording
import MockServices
import TestSupport
import Testing

@testable import FuzzChecks
@testable import MockLuaCLI

/// Converts a configuration to a script and back.
struct ConfigurationImportTests {
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../examples").standardizedFileURL

  private static let names = try? FileManager.default.contentsOfDirectory(atPath: examples.path)
    .filter { $0.hasSuffix(".json") }.sorted()

  @Test("The script of an example's configuration produces exactly that configuration")
  func examples() throws {
    let names = try #require(Self.names)
    #expect(names.count > 25)
    for name in names {
      let json = try Data(contentsOf: Self.examples.appending(path: name))
      let folder = try TemporaryFolder()
      try folder.write(json, to: name)
      let written = try MockLuaProcess(["import", name, "--output", "back.lua"], in: folder)
      #expect(written.exitCode == 0, "\(name): \(written.messages)")
      // The script doesn't contain the functions, which the import reports.
      let isLive = String(decoding: json, as: UTF8.self).contains("#1\"")
      #expect(written.messages.isEmpty != isLive, "\(name): \(written.messages)")
      let emitted = try MockLuaProcess(["back.lua"], in: folder)
      #expect(emitted.output == String(decoding: json, as: UTF8.self), "\(name)")
    }
  }

  @Test(
    "A generated configuration stays the same through a script, or the differences are reported")
  func generated() throws {
    var random = SeededGenerator(state: 7)
    var (identical, noted, seed) = (0, 0, 0)
    while identical < 1000, seed < 200_000 {
      seed += 1
      let bytes = (0..<600).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let text = bytes.withUnsafeBytes { ConfigurationMaker(ByteSource($0)).text }
      guard let original = try? MockServiceConfiguration(json: text), original.script == nil else {
        continue
      }
      let script = ConfigurationImport.script(of: original, name: "a")
      let source = ScriptWriter.text(of: script)
      let result = try LuaScenario.load(source: source, name: "back.lua", directory: nil)
        .configuration
      let notes = try ConfigurationDifference.notes(from: original, to: result)
      let isSame = try original.json() == result.json()
      #expect(isSame == notes.isEmpty, "\(text)\n\(source)")
      if try original.isKept {
        #expect(isSame, "\(text)\n\(source)\n\(notes.map(\.description))")
        identical += 1
      } else {
        noted += notes.isEmpty ? 0 : 1
      }
    }
    #expect(identical == 1000)
    #expect(noted > 100)
  }

  @Test("Parts that a script can't express are reported with their location")
  func leftOut() throws {
    let folder = try TemporaryFolder([
      "a.json": """
      {
        "formatVersion": 1,
        "services": {
          "A": {
            "initialState": {},
            "methods": {
              "m": {"responses": [
                {"result": "success", "value": 12345678901234567890, "optional": false, "gate": ""},
                {"result": "success", "match": 5},
                {"result": "success", "match": {"x": {"$where": "A.m#1"}}}
              ]},
              "n": {"responses": [{"result": "success", "match": {}}, {"result": "success"}]}
            }
          },
          "B": {"methods": {}}
        }
      }
      """
    ])
    let process = try MockLuaProcess(["import", "a.json"], in: folder)
    #expect(
      process.output == """
        -- Service "B" is left out: it has neither methods nor properties.

        service "A" {
          -- responses[1] is left out: a script's pattern must name arguments.
          -- responses[2] is left out: a pattern's function must take all arguments.
          m = reply(1.2345678901234567e+19),
          -- responses[1] is left out: an earlier `when({}, ...)` matches every call.
          n = when({}, reply()),
        }

        """)
    #expect(
      process.messages == """
        note: formatVersion: 1 has no counterpart in a script, so it is left out
        note: services.A.initialState: {} has no counterpart in a script, so it is left out
        note: services.A.methods.m.responses: [{"gate":"","optional":false,"result":"success",\
        "value":12345678901234567890},{"match":5,"result":"success"},{"match":{"... becomes \
        [{"result":"success","value":1.2345678901234567e+19}] in the script
        note: services.A.methods.n.responses: [{"match":{},"result":"success"},{"result":"success"}] becomes \
        [{"match":{},"result":"success"}] in the script
        note: services.B: {"methods":{}} has no counterpart in a script, so it is left out

        """)
    #expect(process.exitCode == 0)
  }

  @Test("A configuration with an embedded script becomes that script and its files")
  func embedded() throws {
    let folder = try TemporaryFolder([
      "a.lua":
        "local m = require \"lib.m\"\nservice \"A\" { m = reply(fixture \"d.json\"), n = m }\n",
      "d.json": "[1]",
    ])
    try FileManager.default.createDirectory(
      at: folder.url(of: "lib"), withIntermediateDirectories: true)
    try folder.write("return reply(2)\n", to: "lib/m.lua")
    let emitted = try MockLuaProcess(
      ["a.lua", "--embed-script", "--seed", "3", "--output", "a.json"], in: folder)
    #expect(emitted.exitCode == 0)
    let imported = try MockLuaProcess(["import", "a.json", "--output", "new/"], in: folder)
    #expect(
      imported.messages == "mocklua: new/lib: no such file or folder; create the folder first\n")
    try FileManager.default.createDirectory(
      at: folder.url(of: "new"), withIntermediateDirectories: true)
    let again = try MockLuaProcess(["import", "a.json", "--output", "new"], in: folder)
    #expect(again.messages == "note: the configuration was written with --seed 3\n")
    for name in ["a.lua", "lib/m.lua", "d.json"] {
      #expect(try folder.read("new/\(name)") == folder.read(name))
    }
  }
}

extension MockServiceConfiguration {
  /// Whether a script can express everything, according to `Language.md`.
  fileprivate var isKept: Bool {
    get throws {
      let tree = try JSONParser().parse(json())
      return formatVersion == nil && sharedState?.isEmpty != true
        && (sharedState ?? [:]).keys.allSatisfy { !$0.isEmpty } && !tree.hasLongNumber
        && services.allSatisfy { !$0.key.isEmpty && $0.value.isKept }
    }
  }
}

extension MockServiceEntry {
  fileprivate var isKept: Bool {
    initialState?.isEmpty != true && bindings?.isEmpty != true
      && (!methods.isEmpty || bindings != nil)
      && (initialState ?? [:]).keys.allSatisfy { !$0.isEmpty }
      && methods.allSatisfy { name, method in
        let catchAll = method.responses.contains { $0.match?.value == [:] }
        return !name.isEmpty && method.sequenceKey?.isEmpty != true
          && (!catchAll || method.responses.count == 1)
          && method.responses.allSatisfy(\.isKept)
      }
  }
}

extension MockResponse {
  fileprivate var isKept: Bool {
    // Functions are identified by their location, not by a name.
    guard result != .callback, updateSharedState?.isEmpty != true, gate?.isEmpty != true,
      error?.code.isEmpty != true, optional != false
    else { return false }
    guard let match else { return true }
    guard case .dictionary = match.value else { return false }
    return !"\(match.value)".contains("$where")
  }
}

extension AnyCodableValue {
  fileprivate var hasLongNumber: Bool {
    switch self {
    case .number: true
    case .array(let elements): elements.contains(where: \.hasLongNumber)
    case .dictionary(let members): members.values.contains(where: \.hasLongNumber)
    default: false
    }
  }
}
