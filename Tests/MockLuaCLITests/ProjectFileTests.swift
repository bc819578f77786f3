import Foundation
import Testing

/// The secrets configured for a project in `.mocklua.json`, as the command reads them.
struct ProjectFileTests {
  private static let har = """
    {"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": [{
      "startedDateTime": "2026-11-25T10:00:00Z", "time": 1,
      "request": {"method": "GET", "url": "https://api.example.com/u?page=1", "headers": [], "queryString": [{"name": "page", "value": "1"}]},
      "response": {"status": 200, "headers": [{"name": "Content-Type", "value": "application/json"}],
        "content": {"mimeType": "application/json", "text": "{\\"mail\\": \\"ada@example.com\\", \\"tenantKey\\": \\"north-4\\", \\"code\\": \\"see ACME-12345678\\"}"}}
    }]}}
    """

  @Test(
    "A project's names, patterns, and mail addresses become placeholders, even from a parent folder"
  )
  func project() throws {
    let folder = try TemporaryFolder(["a.har": Self.har])
    let plain = try MockLuaProcess(["import", "a.har"], in: folder)
    for text in ["ada@example.com", "north-4", "ACME-12345678"] {
      #expect(plain.output.contains(text), "\(plain.output)")
    }
    try folder.write(
      #"{"secrets": {"names": ["tenant key"], "patterns": ["ACME-[0-9]{8}"], "mail": true}}"#,
      to: ".mocklua.json")
    try FileManager.default.createDirectory(
      at: folder.url(of: "sub"), withIntermediateDirectories: true)
    try folder.write(Self.har, to: "sub/a.har")
    for file in ["a.har", "sub/a.har"] {
      let process = try MockLuaProcess(["import", file], in: folder)
      #expect(process.exitCode == 0, "\(process.messages)")
      for text in ["ada@example.com", "north-4", "ACME-12345678"] {
        #expect(!process.output.contains(text), "\(process.output)")
      }
    }
  }

  @Test("An error in the file is reported before anything is read")
  func error() throws {
    let folder = try TemporaryFolder([
      "a.har": Self.har, ".mocklua.json": #"{"secrets": {"pattern": []}}"#,
    ])
    let process = try MockLuaProcess(["import", "a.har"], in: folder)
    #expect(process.exitCode == 1)
    #expect(
      process.messages.contains("did you mean `patterns`?")
        && process.messages.contains(".mocklua.json:1:14"), "\(process.messages)")
  }
}
