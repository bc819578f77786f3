import MockConfiguration
import MockData
import MockLua
import MockPlatform
import MockRecording

/// `mocklua import`: writes a script from a recording, a description, or a configuration.
struct ImportCommand: Command {
  private static let file = Positional(
    "FILE", completion: .files("har", "json", "yaml", "yml"),
    help: "A file or a folder to import; - reads standard input.")
  private static let host = Option<String>(
    "host", value: "HOST", isRepeatable: true, help: "Import only this host, such as *.example.com."
  )
  private static let type = Option<String>(
    "type", value: "TYPE", isRepeatable: true,
    help: "Import only responses of this type, such as json.")
  private static let status = Option<StatusRange>(
    "status", value: "STATUS", isRepeatable: true,
    help: "Import only this status: 200, 4xx or 200-299.")
  private static let keepSecrets = Flag(
    "keep-secrets", help: "Keep tokens, cookies, and passwords unchanged.")
  private static let keepGoing = Flag(
    "keep-going", help: "Write the script even if its responses differ from FILE.")
  private static let output = Option<String>(
    "output", letter: "o", value: "FILE", completion: .files(),
    help: "Write to a file or folder instead of standard output.")

  static let declaration = CommandDeclaration(
    name: "import",
    summary: "Write a script from a HAR, OpenAPI, or other file.",
    examples: [
      "mocklua import checkout.har --host api.example.com -o checkout.lua",
      "mocklua import openapi.yaml -o api.lua",
    ],
    arguments: [
      file, host, type, status, keepSecrets, keepGoing, ResultFormat.option, output,
      ScriptArguments.quiet, ScriptArguments.color,
    ],
    conflicts: [[ResultFormat.option, output]],
    notes: """
      FILE is one of these, recognized by its content:
        a HAR file of a browser or a proxy
        an OpenAPI 3 document, as JSON or YAML
        mappings of WireMock: one, a list under `mappings`, or a folder
        a Postman collection, version 2.1
        a configuration, as `mocklua FILE` prints it

      A request that occurs several times becomes a sequence. Tokens, cookies, and
      passwords of a HAR file and a collection become placeholders of the same
      length. Bodies of more than 64 KiB, and bodies that aren't text, become files in
      `fixtures` next to the script, which requires --output.

      Before the script is written, it is checked with every request of the recording,
      collection, or description. If a response differs, its place is printed, nothing
      is written, and the exit code is 1.

      Anything that can't be imported becomes a comment in the script, and a note on
      standard error. A request for it gets status 501 with the reason.
      """)

  let arguments: ParsedArguments

  func run() throws(CommandFailure) {
    let source = try ImportSource.read(arguments[Self.file])
    let target = ImportTarget(arguments[Self.output] ?? "-", for: source)
    let filter = ExchangeFilter(
      hosts: arguments.values(of: Self.host), types: arguments.values(of: Self.type),
      statuses: arguments.values(of: Self.status))
    let imported = try source.imported(
      filter: filter, keepsSecrets: arguments[Self.keepSecrets], name: target.scriptName)
    var script = imported.script
    let check = try ImportCheck.result(
      of: script, comparedWith: imported.checked, name: target.scriptName + ".lua")
    let keepsGoing = arguments[Self.keepGoing]
    for difference in check.differences {
      Descriptor.standardError.report(difference.line(keepsGoing ? "warning" : "error"))
    }
    guard keepsGoing || check.differences.isEmpty else {
      throw .importDiffers(check.differences.count, source: source.source.name)
    }
    script.notes += check.notes
    if arguments.resultFormat == .json {
      return try OutputTarget.standardOutput.write(target.json(of: script, from: source.source))
    }
    try target.write(script, readFrom: source.source)
    for note in script.notes where !arguments[ScriptArguments.quiet] {
      Descriptor.standardError.report(note.description)
    }
  }
}
