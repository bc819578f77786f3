import Testing

/// Invalid documents: the line, path, and expected value are reported, and nothing is written.
struct ImportErrorTests {
  private static let errors: [(file: String, text: String, message: String)] = [
    ("a.har", "", "a.har:1:1: the text is empty; write a value such as `{}`"),
    (
      "a.har", "{\n  \"log\":", "a.har:2:9: the object that opens on line 1 does not end; write `}`"
    ),
    (
      "a.har", "{\"log\": {\n\"entries\": 5}}",
      "a.har:2: log.entries: expected an array, found an int; write an array"
    ),
    (
      "a.har", "{\"log\": {}}", "a.har:1: log: the key `entries` is missing; add `\"entries\": ...`"
    ),
    (
      "a.har", String(repeating: "{\"log\":", count: 600),
      "a.har:1:3585: arrays and objects are nested more than 512 levels deep; flatten the data"
    ),
    (
      "a.json", "[1, 2]",
      """
      a.json:1: the format of the document is unknown; use a HAR (`log`), OpenAPI 3 (`openapi`), WireMock (`mappings`, or \
      `request` and `response`), Postman (`info` and `item`), or a configuration (`services`)
      """
    ),
    (
      "a.yaml", "swagger: '2.0'\n",
      "a.yaml:1: swagger: Swagger 2.0 isn't supported; convert it to OpenAPI 3 with a tool such as swagger2openapi"
    ),
    (
      "a.yaml", "openapi: 4.0.0\n",
      "a.yaml:1: openapi: OpenAPI 4.0.0 isn't supported; convert the document to 3.0, 3.1, or 3.2"
    ),
    (
      "a.yaml", "openapi: [\n",
      "a.yaml:2:1: the YAML is invalid: did not find expected node content"
    ),
    ("a.yaml", "a: 1\na: 2\n", "a.yaml:2:1: the key `a` appears twice; remove one of them"),
    (
      "a.yaml", "a: &x [*x]\n",
      "a.yaml:1:8: the alias `*x` has no anchor; write `&x` before the value to repeat"
    ),
    (
      "a.yaml", "a: 1\n---\nb: 1\n",
      "a.yaml:3:1: a second document begins here; keep only one document"
    ),
    ("a.yaml", "? [a]\n: 1\n", "a.yaml:1:3: a key isn't a string; write a string as the key"),
    (
      "a.yaml", String(repeating: "[", count: 600),
      "a.yaml:1:513: the document is nested more than 512 levels deep"
    ),
    (
      "a.yaml",
      "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
        + (1...9).map { n in
          "a\(n): &a\(n) [" + (0..<10).map { _ in "*a\(n - 1)" }.joined(separator: ",") + "]\n"
        }.joined(),
      "a.yaml:7:10: the document has more than 2000000 values; use a part of it"
    ),
    (
      "a.json", "{\"request\": {\"url\": 5}, \"response\": {}}",
      "a.json:1: request.url: expected a string, found an int; write a string"
    ),
    (
      "a.json", "{\"info\": {}, \"item\": 5}",
      "a.json:1: item: expected an array, found an int; write an array"
    ),
    (
      "a.json", "{\"services\": 1}",
      "a.json:1:14: services: expected an object, found an int; write an object"
    ),
    (
      "a.har", "\u{0}\u{1}",
      "a.har:1: the line has a NUL byte; remove it, or save the file as UTF-8"
    ),
  ]

  @Test("An error is reported with its location, and nothing is written", arguments: errors)
  func error(file: String, text: String, message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: file)
    let process = try MockLuaProcess(["import", file, "--output", "x.lua"], in: folder)
    #expect(process.messages == message + "\n")
    #expect(process.exitCode == 1)
    #expect(process.output.isEmpty)
    #expect(try folder.names == [file])
  }

  @Test("An option that doesn't apply to the file is rejected")
  func options() throws {
    let folder = try TemporaryFolder(["a.json": "{\"services\": {}}"])
    let process = try MockLuaProcess(["import", "a.json", "--host", "a"], in: folder)
    #expect(
      process.messages == """
        mocklua: a.json: is a configuration, but --host, --type, and --status select HTTP requests; remove them

        """)
    #expect(process.exitCode == 1)
    let status = try MockLuaProcess(["import", "a.json", "--status", "x"], in: folder)
    #expect(
      status.messages.hasPrefix(
        "mocklua: '--status' takes a status such as 200, 4xx or 200-299, not 'x'\n"))
    #expect(status.exitCode == 64)
  }

  @Test("The script can't replace the imported file")
  func replaced() throws {
    let folder = try TemporaryFolder(["a.json": "{\"services\": {}}"])
    let process = try MockLuaProcess(["import", "a.json", "--output", "a.json"], in: folder)
    #expect(
      process.messages == "mocklua: a.json: is the script itself; name another file\n")
    #expect(process.exitCode == 1)
  }
}
