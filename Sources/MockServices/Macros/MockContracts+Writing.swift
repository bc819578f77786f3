public import MockCalls
public import MockContainer
internal import MockPlatform

extension MockContracts {
  /// Writes the contracts of mocks to a file, with the shapes of all types that the contracts name.
  ///
  /// ```swift
  /// @Test func contract() throws {
  ///   #expect(try !MockContracts.write(to: "contract.json", of: MockLoginService.self, MockShop.self))
  /// }
  /// ```
  ///
  /// With this file, `mocklua check --contract contract.json` finds values in scripts that the app doesn't accept, and
  /// `mocklua generate definitions --contract contract.json` makes the types available to editors. The file changes
  /// only if the types change, so you can keep it in version control. To find the shapes of the app's `Decodable`
  /// types, this method decodes them from sample values.
  ///
  /// - Parameters:
  ///   - path: The path of the file: absolute, or relative to the folder of the caller's source file.
  ///   - mocks: The types of the mocks, which `@Mocked` generates.
  ///   - filePath: The caller's source file.
  /// - Returns: Whether the file was written, because it was missing or had different content.
  /// - Throws: The system's error if the file can't be written.
  @discardableResult
  public static func write(
    to path: String, of mocks: (any MockedService.Type)..., filePath: String = #filePath
  ) throws -> Bool {
    try write(to: path, contracts(of: mocks), filePath)
  }

  /// Returns the contracts of mocks, by service.
  package static func contracts(of mocks: [any MockedService.Type]) -> [String: _MockContract] {
    Dictionary(mocks.map { ($0._mockService, $0._mockContract) }) { first, _ in first }
  }

  /// Writes the contracts of a registry's mocks to a file, with the shapes of all types that the contracts name.
  ///
  /// - Parameters:
  ///   - path: The path of the file: absolute, or relative to the folder of the caller's source file.
  ///   - registry: The registry in which the app registers its mocks.
  ///   - filePath: The caller's source file.
  /// - Returns: Whether the file was written, because it was missing or had different content.
  /// - Throws: The system's error if the file can't be written.
  @discardableResult
  public static func write(
    to path: String, of registry: MockServiceRegistry, filePath: String = #filePath
  ) throws -> Bool {
    try write(to: path, contracts(of: registry), filePath)
  }

  /// Returns the contracts of a registry's mocks, by service.
  package static func contracts(of registry: MockServiceRegistry) -> [String: _MockContract] {
    var contracts: [String: _MockContract] = [:]
    for registration in registry.all { contracts[registration.service] = registration.contract }
    return contracts
  }

  /// Writes contracts to a file unless it already has the same content, and returns whether it was written.
  ///
  /// The path is absolute, or relative to the folder of `source`.
  package static func write(
    to path: String, _ contracts: [String: _MockContract], _ source: String
  ) throws -> Bool {
    let path = path.hasPrefix("/") ? path : "\(FilePath.folder(of: source))/\(path)"
    let bytes = Array(ContractDocument(probing: contracts).json.utf8)
    let current = try? FileStatus(path: path)
    // Reads one more byte, to detect a longer file.
    let known = try? Descriptor(reading: path)
    defer { try? known?.close() }
    if (try? known?.readAll(limit: bytes.count + 1)) == bytes { return false }
    try FileReplacement(path: path, replacing: current).write(bytes)
    return true
  }
}
