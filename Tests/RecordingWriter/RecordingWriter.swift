import MockConfiguration
import MockData
import MockRecording

/// Replaces a recording with one that has a large body: `RecordingWriter FILE VERSION`.
@main
struct RecordingWriter {
  static func main() throws {
    let (path, version) = (CommandLine.arguments[1], CommandLine.arguments[2])
    let pattern = Array(0..<UInt8(200))
    var bytes: [UInt8] = []
    for _ in 0..<1000 { bytes += pattern }
    bytes += Array(version.utf8)
    var configuration = MockServiceConfiguration(services: [:])
    let picture: AnyCodableValue = [
      "body": .string(bytes.base64), "encoding": "base64",
      "headers": ["Content-Type": "image/png"],
    ]
    configuration.services["https://api.example.com"] = MockServiceEntry(methods: [
      "GET /picture": MockMethodConfig(responses: [MockResponse(result: .success, value: picture)]),
      "GET /version": MockMethodConfig(responses: [
        MockResponse(result: .success, value: ["body": .string(version)])
      ]),
    ])
    let script = ConfigurationImport.script(of: configuration, name: "api")
    try RecordingFile(path: path).write(script, replaces: true)
  }
}
