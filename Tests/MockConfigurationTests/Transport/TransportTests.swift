import Foundation
import TestSupport
import Testing

@testable import MockConfiguration
@testable import MockData
@testable import MockPlatform

/// The ways to pass a configuration to an app.
@Suite struct TransportTests {
  /// A configuration whose JSON has about the given number of bytes, compressible or not.
  static func configuration(bytes: Int, compresses: Bool) -> MockServiceConfiguration {
    var generator = SeededGenerator(state: 7)
    var text = ""
    while text.utf8.count < bytes {
      text += compresses ? "lorem ipsum " : String(generator.next(), radix: 36)
    }
    return MockServiceConfiguration(services: [
      "S": MockServiceEntry(initialState: ["t": .string(text)])
    ])
  }

  private func environment(of transport: MockTransport) throws -> [String: String] {
    guard case .variable(let text) = transport else { throw MockTransportProblem.notAFile }
    return ["MOCK_SERVICE_CONFIG": text]
  }

  @Test(
    "A configuration is sent as plain base64, compressed if it is longer, and otherwise as a file")
  func choosing() throws {
    let small = Self.configuration(bytes: 5_000, compresses: true)
    let plain = try small.toBase64()
    #expect(try MockTransport(small, limit: plain.utf8.count) == .variable(plain))
    guard case .variable(let text) = try MockTransport(small, limit: plain.utf8.count - 1) else {
      Issue.record("5 KB of words do not compress")
      return
    }
    #expect(text.hasPrefix("zlib1:"))
    #expect(text.utf8.count < 1_000)
    #expect(try MockServiceConfiguration.fromEnvironment(["MOCK_SERVICE_CONFIG": text]) == small)
    // The limit includes the tag, and a compressed value that just fits is used.
    #expect(try MockTransport(small, limit: text.utf8.count) == .variable(text))
    let json = Array(try small.json(.compact).utf8)
    #expect(try MockTransport(small, limit: text.utf8.count - 4) == .file(json))
    #expect(try MockTransport(small, limit: 0) == .file(json))
  }

  @Test("White space in a compressed value is ignored")
  func whiteSpace() throws {
    let configuration = Self.configuration(bytes: 500, compresses: true)
    guard case .variable(let text) = try MockTransport(configuration, limit: 300) else {
      Issue.record("no variable")
      return
    }
    let spread = " \n" + text.map { "\($0)\r\n\t" }.joined()
    #expect(
      try MockServiceConfiguration.fromEnvironment(["MOCK_SERVICE_CONFIG": spread])
        == configuration)
  }

  @Test("A configuration too large to read is never sent")
  func tooLarge() throws {
    let text = String(repeating: "x", count: MockServiceConfiguration.largestJSON)
    let configuration = MockServiceConfiguration(
      services: ["S": MockServiceEntry(initialState: ["t": .string(text)])])
    let error = #expect(throws: MockTransportProblem.self) {
      try MockTransport(configuration, limit: 131_051)
    }
    #expect(error == .tooLarge(limit: 67_108_864))
  }

  @Test("Compression and decompression respect their limits")
  func limits() throws {
    var generator = SeededGenerator(state: 3)
    for count in [0, 1, 1000, 65_536, 200_000] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...15, using: &generator) }
      let compressed = try #require(Zlib.compress(bytes, limit: count + 100))
      #expect(try Zlib.decompress(compressed, limit: count) == bytes)
      #expect(Zlib.compress(bytes, limit: compressed.count) == compressed)
      #expect(Zlib.compress(bytes, limit: compressed.count - 1) == nil)
      guard count > 0 else { continue }
      #expect(throws: Zlib.Failure.tooLarge(limit: count - 1)) {
        try Zlib.decompress(compressed, limit: count - 1)
      }
      for end in stride(from: 0, to: compressed.count, by: max(1, compressed.count / 50)) {
        #expect(throws: Zlib.Failure.truncated) {
          try Zlib.decompress(Array(compressed[..<end]), limit: count)
        }
      }
      #expect(throws: Zlib.Failure.followed(by: 3)) {
        try Zlib.decompress(compressed + [1, 2, 3], limit: count)
      }
    }
  }

  @Test("Arguments and other variables count toward the limit on Apple platforms, but not on Linux")
  func platforms() {
    let environment = ["NAME": "value"]
    let arguments = ["-flag"]
    func limit(_ platform: MockLaunchPlatform) -> Int {
      platform.largestValue(beside: environment, arguments: arguments)
    }
    #expect(limit(.linux) == 131_051)
    #expect(limit(.apple) == 229_376 - (5 + 9) - (10 + 9))
    #expect(limit(.macOS) == 1_015_808 - (5 + 9) - (10 + 9))
    let long = ["A": String(repeating: "x", count: 300_000)]
    #expect(MockLaunchPlatform.apple.largestValue(beside: long, arguments: []) == 0)
    #if os(Linux)
      #expect(MockLaunchPlatform.current == .linux)
    #endif
  }

  @Test("A damaged value never reads as something else", arguments: [UInt64(1), 2, 3])
  func damagedValues(seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    let configuration = Self.configuration(bytes: 1_500, compresses: seed != 3)
    guard case .variable(let text) = try MockTransport(configuration, limit: 1_999) else {
      Issue.record("no variable")
      return
    }
    #expect(text.hasPrefix("zlib1:"))
    var intact = 0
    for _ in 0..<2_000 {
      let damaged = damage(Array(text.utf8), using: &generator)
      let environment = ["MOCK_SERVICE_CONFIG": String(decoding: damaged, as: UTF8.self)]
      do throws(MockConfigurationError) {
        let read = try MockServiceConfiguration.fromEnvironment(environment)
        #expect(read == configuration)
        intact += 1
      } catch {
        expectWorded(error, "MOCK_SERVICE_CONFIG")
      }
    }
    // White space and the unused bits at the end make no difference.
    #expect(intact < 200)
  }

  @Test("A damaged plain value or file is an error or a configuration with different text")
  func damagedTexts() throws {
    var generator = SeededGenerator(state: 11)
    let folder = try TransportFolder()
    let configuration = Self.configuration(bytes: 300, compresses: true)
    let json = Array(try configuration.json(.compact).utf8)
    let base64 = Array(try configuration.toBase64().utf8)
    for round in 0..<3_000 {
      let isFile = round.isMultiple(of: 2)
      let damaged = damage(isFile ? json : base64, using: &generator)
      let name = isFile ? "MOCK_SERVICE_CONFIG_FILE" : "MOCK_SERVICE_CONFIG"
      let value = isFile ? try folder.write(damaged) : String(decoding: damaged, as: UTF8.self)
      do throws(MockConfigurationError) {
        let read = try MockServiceConfiguration.fromEnvironment([name: value])
        let bytes = isFile ? damaged : Array(Data(base64Encoded: value) ?? Data())
        #expect(try MockServiceConfiguration(json: String(decoding: bytes, as: UTF8.self)) == read)
      } catch {
        expectWorded(error, name)
      }
    }
  }

  @Test("Random bytes after the tag are an error")
  func randomBytes() throws {
    var generator = SeededGenerator(state: 5)
    for count in 0..<1_000 {
      let bytes = (0..<count % 300).map { _ in UInt8.random(in: 0...255, using: &generator) }
      // Half of the values start with a valid header, so that more than the first bytes are read.
      let start: [UInt8] = count.isMultiple(of: 2) ? [0x78, 0x9C] : []
      let text = "zlib1:" + Data(start + bytes).base64EncodedString()
      let error = #expect(throws: MockConfigurationError.self) {
        try MockServiceConfiguration.fromEnvironment(["MOCK_SERVICE_CONFIG": text])
      }
      if let error { expectWorded(error, "MOCK_SERVICE_CONFIG") }
    }
  }

  /// Flips a few bits, cuts off the end, or exchanges two parts.
  private func damage(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &generator))
    case 1:
      let start = Int.random(in: 0..<bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 1...20, using: &generator))
      bytes[start..<end].shuffle(using: &generator)
      bytes[start] = UInt8.random(in: 1...255, using: &generator)
    default:
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      }
    }
    return bytes
  }

  /// Checks that an error contains the variable, the problem, and the suggestion.
  private func expectWorded(
    _ error: MockConfigurationError, _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(error.place?.file.hasPrefix(name) == true, sourceLocation: sourceLocation)
    #expect(error.description.hasPrefix(name), sourceLocation: sourceLocation)
    #expect(error.problem.statement.count > 5, sourceLocation: sourceLocation)
  }
}
