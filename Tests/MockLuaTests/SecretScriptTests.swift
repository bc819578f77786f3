import MockConfiguration
import MockData
import MockLua
import Testing

/// Secrets in scripts and their fixtures.
@Suite struct SecretScriptTests {
  @Test(
    "The literals with a secret name are replaced in every notation of a script",
    arguments: [
      ("shared { password = 'Zx9-hush' }", ["Zx9-hush"]),
      ("shared { [\"api key\"] = \"Zx9-hush\" }", ["Zx9-hush"]),
      ("shared { pin = 47110815, count = 3 }", ["47110815"]),
      ("local privateKey = [[\nZx9-hush\nmore]]", ["Zx9-hush"]),
      (
        "x = { cards = { 'Zx9-hush', { old = 'aB7-quiet', 4711081512 } }, n = 1 }",
        ["Zx9-hush", "aB7-quiet", "4711081512"]
      ),
      ("service 'S' { fetchToken = reply('Zx9-hush') }", ["Zx9-hush"]),
      (
        "service 'S' { tokens = { reply 'Zx9-hush', reply('aB7-quiet') } }",
        ["Zx9-hush", "aB7-quiet"]
      ),
      ("x = reply { body = '{\"password\":\"Zx9-hush\"}' } -- not Zx9-hush", ["Zx9-hush"]),
      ("x = '{\\'a\\': 1}' token = \"a\\\\b\\\"Zx9-hush\"", ["Zx9-hush"]),
    ])
  func literals(source: String, secrets: [String]) {
    let shown = Redaction().redacted(MockScript(name: "a.lua", source: source)).source
    for secret in secrets { #expect(!shown.contains(secret), "\(shown)") }
    #expect(shown.contains("<redacted \(secrets.count)>"), "\(shown)")
    #expect(shown.count(where: \.isNewline) == source.count(where: \.isNewline))
  }

  @Test(
    "Other literals, names, and calculations are kept",
    arguments: [
      "service 'S' { tokenType = reply 'bearer', passwordReset = reply 'done' }",
      "service 'S' { tokens = { when({ scope = 'read' }, function() end) } }",
      "local token = args.token == 'none' and 12 or #args.token",
      "local n = password and 4711 * 2", "x = { name = 'Ada', value = 'quiet-one' }",
    ])
  func kept(source: String) {
    #expect(Redaction().redacted(MockScript(name: "a.lua", source: source)).source == source)
  }

  @Test("A column of a table with a secret name is replaced wherever its values occur")
  func fixtures() {
    var script = MockScript(name: "a.lua", source: "-- Zx9-hush")
    script.fixtures["users.csv"] = "name,password\nAda,Zx9-hush\n\"B, C\",\"aB7 \"\"quiet\"\"\"\n"
    let shown = Redaction().redacted(script)
    #expect(shown.source == "-- <redacted 1>")
    let table = shown.fixtures["users.csv"]
    #expect(table?.hasPrefix("name,password\nAda,<redacted 1>\n") == true, "\(table ?? "")")
    #expect(table?.contains("quiet") == false, "\(table ?? "")")
  }

  @Test("A short number in a column with a secret name is replaced")
  func shortField() {
    var script = MockScript(name: "a.lua", source: "")
    script.fixtures["cards.csv"] = "name,cvv\nAda,471\n"
    #expect(
      Redaction().redacted(script).fixtures["cards.csv"] == "name,cvv\nAda,<redacted 1>\n")
  }

  @Test("A number in a script and in a call is the same secret, and is restored as a number")
  func numbers() {
    let redaction = Redaction()
    _ = redaction.redacted(MockScript(name: "a.lua", source: "shared { pin = 4711 }"))
    #expect(redaction.redacted(["pin": 4711]) == ["pin": "<redacted 1>"])
    #expect(redaction.restored(["pin": "<redacted 1>"]) == ["pin": 4711])
  }
}
