import Foundation
import Testing

@testable import MockConfiguration
@testable import MockPlatform

/// Errors for configurations that can't be transported.
@Suite struct TransportErrorTests {
  private func message(_ environment: [String: String]) -> String? {
    let error = #expect(throws: MockConfigurationError.self) {
      try MockServiceConfiguration.fromEnvironment(environment)
    }
    return error?.description
  }

  /// Returns a value with compressed bytes.
  private static func value(_ bytes: [UInt8]) -> String {
    "zlib1:" + Data(bytes).base64EncodedString()
  }

  private static func compressed(_ text: String) throws -> [UInt8] {
    try #require(Zlib.compress(Array(text.utf8), limit: 1 << 20))
  }

  @Test(
    "A value with an unknown encoding, or without one",
    arguments: [
      (
        "zlib2:eJw=",
        "MOCK_SERVICE_CONFIG (10 bytes): unknown encoding `zlib2:`; write plain base64 or `zlib1:`; "
          + "the test and the app need the same version of MockServices"
      ),
      (
        "zlib:eJw=",
        "MOCK_SERVICE_CONFIG (9 bytes): unknown encoding `zlib:`; write plain base64 or `zlib1:`; "
          + "the test and the app need the same version of MockServices"
      ),
      (
        "zlib1:?",
        "MOCK_SERVICE_CONFIG: the value (7 bytes) is not base64; write what `toBase64()` returns or `mocklua FILE --base64` prints"
      ),
      (
        "zlib1:",
        "MOCK_SERVICE_CONFIG (6 bytes): the compressed value ends too early; "
          + "pass the whole value that `configureMockServices` wrote"
      ),
      (
        "zlib1:AAAA",
        "MOCK_SERVICE_CONFIG (10 bytes): the compressed value is damaged; "
          + "pass the whole value that `configureMockServices` wrote"
      ),
    ])
  func encodings(text: String, expected: String) {
    #expect(message(["MOCK_SERVICE_CONFIG": text]) == expected)
  }

  @Test("A compressed value that is damaged, truncated, or followed by more data")
  func damaged() throws {
    let whole = try Self.compressed(#"{"services":{}}"#)
    let suggestion = "pass the whole value that `configureMockServices` wrote"
    #expect(
      try MockServiceConfiguration.fromEnvironment(["MOCK_SERVICE_CONFIG": Self.value(whole)])
        == MockServiceConfiguration(services: [:]))
    var changed = whole
    changed[changed.count - 1] ^= 1
    #expect(
      message(["MOCK_SERVICE_CONFIG": Self.value(changed)])
        == "MOCK_SERVICE_CONFIG (38 bytes): the compressed value is damaged; \(suggestion)")
    #expect(
      message(["MOCK_SERVICE_CONFIG": Self.value(whole.dropLast())])
        == "MOCK_SERVICE_CONFIG (38 bytes): the compressed value ends too early; \(suggestion)")
    #expect(
      message(["MOCK_SERVICE_CONFIG": Self.value(whole + [1, 2])])
        == "MOCK_SERVICE_CONFIG (42 bytes): 2 bytes follow the end of the compressed value; "
        + suggestion)
    #expect(
      message(["MOCK_SERVICE_CONFIG": Self.value(try Self.compressed(#"{"service":{}}"#))])
        == "MOCK_SERVICE_CONFIG (38 bytes of compressed base64):1:2: service: "
        + "unknown key `service`; did you mean `services`?")
  }

  @Test("A small value that would decompress to an enormous size is rejected")
  func bomb() throws {
    let limit = MockServiceConfiguration.largestJSON
    let zeros = [UInt8](repeating: 0x20, count: limit + 1)
    let text = Self.value(try #require(Zlib.compress(zeros, limit: 1 << 20)))
    #expect(text.utf8.count < 100_000)
    #expect(
      message(["MOCK_SERVICE_CONFIG": text])
        == "MOCK_SERVICE_CONFIG (\(text.utf8.count) bytes): it holds more than 67108864 bytes of JSON; "
        + "remove what the test does not use")
  }

  @Test("Both variables set, or an empty name")
  func variables() {
    #expect(
      message(["MOCK_SERVICE_CONFIG": "e30=", "MOCK_SERVICE_CONFIG_FILE": "/tmp/x"])
        == "`MOCK_SERVICE_CONFIG` and `MOCK_SERVICE_CONFIG_FILE` are both set; unset one of them")
    #expect(
      message(["MOCK_SERVICE_CONFIG_FILE": ""])
        == "MOCK_SERVICE_CONFIG_FILE: the variable is empty; "
        + "name a file, or unset the variable")
  }

  @Test("A file is read, even through a link")
  func files() throws {
    let folder = try TransportFolder()
    let path = try folder.write("{\n \"services\": {}\n}\n", mode: 0o644)
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    for name in [path, link] {
      #expect(
        try MockServiceConfiguration.fromEnvironment(["MOCK_SERVICE_CONFIG_FILE": name])
          == MockServiceConfiguration(services: [:]))
    }
  }

  @Test("An unreadable file is reported with its name and the reason")
  func unreadable() throws {
    let folder = try TransportFolder()
    let missing = folder.path + "/missing.json"
    let suggestion = "name a file that this process can read; an app on a device reads only its own"
    #expect(
      message(["MOCK_SERVICE_CONFIG_FILE": missing])
        == "MOCK_SERVICE_CONFIG_FILE (\(missing)): cannot be read: No such file or directory; "
        + suggestion)
    let long = String(repeating: "x", count: 5_000)
    let (start, end) = (String(repeating: "x", count: 106), String(repeating: "x", count: 64))
    #expect(
      message(["MOCK_SERVICE_CONFIG_FILE": long])
        == "MOCK_SERVICE_CONFIG_FILE (\(start)...\(end)): cannot be read: File name too long; "
        + suggestion)
  }

  @Test(
    "A path that isn't a file, or a file that others can write, is rejected",
    .timeLimit(.minutes(30)))
  func refused() throws {
    let folder = try TransportFolder()
    let size = try FileManager.default.attributesOfItem(atPath: folder.path)[.size] as? Int
    #expect(
      message(["MOCK_SERVICE_CONFIG_FILE": folder.path])
        == "MOCK_SERVICE_CONFIG_FILE (\(folder.path), \(size ?? -1) bytes): isn't a regular file; "
        + "name a file with the JSON")
    // Nothing writes to this pipe, but reading it must not block.
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(
      message(["MOCK_SERVICE_CONFIG_FILE": pipe])
        == "MOCK_SERVICE_CONFIG_FILE (\(pipe), 0 bytes): isn't a regular file; "
        + "name a file with the JSON")
    let open = try folder.write("{}", mode: 0o602)
    #expect(
      message(["MOCK_SERVICE_CONFIG_FILE": open])
        == "MOCK_SERVICE_CONFIG_FILE (\(open), 2 bytes): is writable by every user; "
        + "remove that permission: chmod o-w")
  }

  @Test("A file must belong to the reader or the superuser, unless the reader is the superuser")
  func owners() {
    func problem(owner: uid_t, reader: uid_t, mode: mode_t = 0o600) -> MockTransportProblem? {
      ConfigurationFile.problem(
        mode: S_IFREG | mode, owner: owner, reader: reader, size: 1, limit: 1)
    }
    #expect(problem(owner: 7, reader: 8) == .foreignFile)
    #expect(problem(owner: 7, reader: 7) == nil)
    #expect(problem(owner: 0, reader: 7, mode: 0o644) == nil)
    #expect(problem(owner: 7, reader: 0, mode: 0o664) == nil)
    #expect(problem(owner: 7, reader: 7, mode: 0o666) == .writableFile)
    #expect(
      MockTransportProblem.foreignFile.description
        == "belongs to another user; name a file of your own")
  }

  @Test("A file that is too large, and a smaller one with an error")
  func contents() throws {
    let folder = try TransportFolder()
    let path = try folder.write("")
    #expect(truncate(path, off_t(MockServiceConfiguration.largestJSON + 1)) == 0)
    #expect(
      message(["MOCK_SERVICE_CONFIG_FILE": path])
        == "MOCK_SERVICE_CONFIG_FILE (\(path), 67108865 bytes): it holds more than 67108864 bytes of "
        + "JSON; remove what the test does not use")
    let wrong = try folder.write("{\"services\":{},\n\"x\":1}")
    #expect(
      message(["MOCK_SERVICE_CONFIG_FILE": wrong])
        == "MOCK_SERVICE_CONFIG_FILE (\(wrong), 22 bytes):2:1: x: unknown key `x`; "
        + "known: formatVersion, script, services, sharedState")
    let bytes = try folder.write([0x7B, 0xFF])
    #expect(
      message(["MOCK_SERVICE_CONFIG_FILE": bytes])
        == "MOCK_SERVICE_CONFIG_FILE (\(bytes), 2 bytes):1:2: the bytes are not UTF-8; "
        + "save the text as UTF-8")
  }
}
