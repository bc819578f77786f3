#if os(macOS) || os(Linux)
  import Foundation
  import MockServices
  import Testing

  @testable import MockScenarios

  @Suite("A launched process receives a configuration of any size")
  struct TransportTests {
    /// A configuration whose JSON has about the given number of bytes, compressible or not.
    private static func configuration(bytes: Int, compresses: Bool) -> MockServiceConfiguration {
      let texts = compresses ? [String(repeating: "lorem \u{e9}psum ", count: 77)] : noise
      let responses = (0...bytes / 1_050).map { index in
        MockResponse.success(["id": .int(index), "text": .string(texts[index % texts.count])])
      }
      return MockServiceConfiguration(
        services: ["S": MockServiceEntry(methods: ["m": MockMethodConfig(responses: responses)])])
    }

    /// Strings of 1,000 bytes, which together exceed zlib's window.
    private static let noise: [String] = {
      var state: UInt64 = 1
      return (0..<64).map { _ in
        var text = ""
        while text.utf8.count < 1_000 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          text += String(state, radix: 36)
        }
        return text
      }
    }()

    /// The way a configuration is passed.
    enum Way: String {
      case plain, compressed, file
    }

    @Test(
      "A configuration arrives unchanged, and the smallest as plain base64",
      arguments: [
        (5_000, true, Way.plain), (5_000, false, .plain), (90_000, false, .plain),
        (120_000, true, .compressed), (180_000, false, .file), (1_000_000, true, .compressed),
        (1_000_000, false, .file), (20_000_000, true, .file), (20_000_000, false, .file),
      ])
    func arrives(bytes: Int, compresses: Bool, way: Way) async throws {
      let configuration = Self.configuration(bytes: bytes, compresses: compresses)
      let json = try configuration.json(.compact)
      #expect(json.utf8.count > bytes * 9 / 10)
      let reader = LaunchedProcess(product: "TransportReader")
      reader.configureMockServices(configuration)
      let value = reader.launchEnvironment["MOCK_SERVICE_CONFIG"]
      #if os(Linux)
        switch way {
        case .plain: #expect(value == (try configuration.toBase64()))
        case .compressed: #expect(value?.hasPrefix("zlib1:") == true)
        case .file: #expect(value == nil)
        }
      #endif
      let isFile = reader.launchEnvironment["MOCK_SERVICE_CONFIG_FILE"] != nil
      #expect(isFile == (value == nil))
      try reader.launch()
      let line = try await reader.nextLine(within: .seconds(120))
      #expect(line == json)
      #expect(try await reader.exit() == .code(0))
    }

    @Test("The system accepts a value of exactly the maximum size")
    func largestValue() async throws {
      let limit = MockLaunchPlatform.current.limit
      let empty = MockServiceConfiguration(
        services: ["S": MockServiceEntry(initialState: ["t": ""])])
      let size = try empty.json(.compact).utf8.count
      // Base64 uses four digits for three bytes, and random digits don't compress below that.
      var full = empty
      full.services["S"]?.initialState = ["t": .string(Self.random(limit / 4 * 3 - size))]
      let value = try full.toBase64()
      #expect(limit - value.utf8.count < 4)
      let reader = LaunchedProcess(product: "TransportReader")
      reader.configureMockServices(full)
      #expect(reader.launchEnvironment["MOCK_SERVICE_CONFIG"] == value)
      try reader.launch()
      let line = try await reader.nextLine()
      #expect(line == (try full.json(.compact)))
    }

    private static func random(_ count: Int) -> String {
      var generator = SystemRandomNumberGenerator()
      return String(
        (0..<count).map { _ in "abcdefghijklmnop".randomElement(using: &generator) ?? "a" })
    }

    @Test("Without mocks the process finds none, even if this process's environment has some")
    func unset() async throws {
      let reader = LaunchedProcess(product: "TransportReader")
      try reader.launch()
      #expect(try await reader.nextLine() == "none")
      let handedDown = LaunchedProcess.inheritable(
        ["MOCK_SERVICE_CONFIG_FILE": "x", "MOCK_SERVICE_CONFIG": "x", "PATH": "/bin"])
      #expect(handedDown == ["PATH": "/bin"])
    }

    private static let large = configuration(bytes: 400_000, compresses: false)

    private func mode(_ path: String) throws -> Int? {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test("Only this user can read the file, which is used for every launch of its app")
    func file() async throws {
      let reader = LaunchedProcess(product: "TransportReader")
      reader.configureMockServices(Self.large)
      let path = try #require(reader.launchEnvironment["MOCK_SERVICE_CONFIG_FILE"])
      #expect(try mode(path) == 0o600)
      for _ in 0..<2 {
        try reader.launch()
        let line = try await reader.nextLine()
        #expect(line == (try Self.large.json(.compact)))
        try await reader.exit()
      }
      #expect(exists(path))
    }

    @Test("The file is deleted when the app is configured again")
    func replaced() throws {
      let reader = LaunchedProcess(product: "TransportReader")
      let other = LaunchedProcess(product: "TransportReader")
      other.configureMockServices(Self.large)
      let kept = try #require(other.launchEnvironment["MOCK_SERVICE_CONFIG_FILE"])
      reader.configureMockServices(Self.large)
      let first = try #require(reader.launchEnvironment["MOCK_SERVICE_CONFIG_FILE"])
      reader.configureMockServices(Self.large)
      let second = try #require(reader.launchEnvironment["MOCK_SERVICE_CONFIG_FILE"])
      #expect(!exists(first))
      #expect(exists(second))
      reader.configureMockServices(services: [:])
      #expect(!exists(second))
      #expect(reader.launchEnvironment.keys.sorted() == ["MOCK_SERVICE_CONFIG"])
      #expect(exists(kept))
    }

    @Test("The file is deleted with its app")
    func dropped() throws {
      var reader: LaunchedProcess? = LaunchedProcess(product: "TransportReader")
      reader?.configureMockServices(Self.large)
      let path = try #require(reader?.launchEnvironment["MOCK_SERVICE_CONFIG_FILE"])
      #expect(exists(path))
      reader = nil
      #expect(!exists(path))
    }

    @Test("A file left by a crashed process is deleted, but not one in use")
    func sweeping() throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("handover-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let used = try TemporaryConfigurationFile([1], in: folder)
      let left = "\(folder)/mock-service-config-left.json"
      let others = ["\(folder)/mock-service-config-other.txt", "\(folder)/other.json"]
      for path in [left] + others { try Data([1]).write(to: URL(fileURLWithPath: path)) }
      let link = "\(folder)/mock-service-config-link.json"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: others[0])
      TemporaryConfigurationFile.sweep(folder)
      #expect(!exists(left))
      for path in [used.path, link] + others { #expect(exists(path), "\(path)") }
      used.remove()
      #expect(!exists(used.path))
      TemporaryConfigurationFile.sweep(folder + "/missing")
    }

    @Test("The file is deleted when the test process exits, or by the next process if it is killed")
    func ends() async throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("handover-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      func launchWriter() async throws -> (LaunchedProcess, path: String) {
        let writer = LaunchedProcess(product: "TransportWriter", environment: ["TMPDIR": folder])
        try writer.launch()
        let path = try await writer.nextLine()
        #expect(path.hasPrefix(folder + "/mock-service-config-"))
        #expect(exists(path))
        return (writer, path)
      }
      let (killed, left) = try await launchWriter()
      try killed.send(signal: SIGKILL)
      #expect(try await killed.exit() == .signal(SIGKILL))
      #expect(exists(left))
      let (other, used) = try await launchWriter()
      #expect(!exists(left))
      let (third, _) = try await launchWriter()
      #expect(exists(used))
      for writer in [other, third] {
        try writer.closeInput()
        #expect(try await writer.exit() == .code(0))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test("Files written during a cleanup are kept")
    func sweepingAtOnce() async throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("handover-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let files = try await withThrowingTaskGroup(of: [TemporaryConfigurationFile].self) { group in
        for _ in 0..<4 {
          group.addTask {
            try (0..<50).map { _ in
              TemporaryConfigurationFile.sweep(folder)
              return try TemporaryConfigurationFile(Array("content".utf8), in: folder)
            }
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(files.count == 200)
      for file in files {
        #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == Data("content".utf8))
        file.remove()
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }
#endif
