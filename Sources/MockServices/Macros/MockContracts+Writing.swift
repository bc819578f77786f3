public import MockCalls
public import MockContainer
internal import MockPlatform

extension MockContracts {
  /// Writes what mocks require to a file, with the shapes of all types that they name.
  ///
  /// ```swift
  /// @Test func contract() throws {
  ///   #expect(try !MockContracts.write(to: "contract.json", of: MockLoginService.self, MockShop.self))
  /// }
  /// ```
  ///
  /// `mocklua check --contract contract.json` then finds what scripts say that the app does not take, and `mocklua definitions
  /// --contract contract.json` tells editors of it. The file is the same for the same types, so it is one for git. The
  /// app's `Decodable` types are decoded with samples meanwhile, which finds what they look like.
  ///
  /// - Parameters:
  ///   - path: The file: absolute, or beside the source file of the caller.
  ///   - mocks: The mocks that `@Mocked` made.
  ///   - filePath: The source file of the caller.
  /// - Returns: Whether the file was not there, or said something else.
  /// - Throws: `SystemError` where the file cannot be written.
  @discardableResult
  public static func write(
    to path: String, of mocks: (any MockedService.Type)..., filePath: String = #filePath
  ) throws -> Bool {
    try write(to: path, contracts(of: mocks), filePath)
  }

  /// What mocks require, by service.
  package static func contracts(of mocks: [any MockedService.Type]) -> [String: _MockContract] {
    Dictionary(mocks.map { ($0._mockService, $0._mockContract) }) { first, _ in first }
  }

  /// Writes what the mocks of a registry require to a file, with the shapes of all types that they name.
  ///
  /// - Parameters:
  ///   - path: The file: absolute, or beside the source file of the caller.
  ///   - registry: The registry that the app fills.
  ///   - filePath: The source file of the caller.
  /// - Returns: Whether the file was not there, or said something else.
  /// - Throws: `SystemError` where the file cannot be written.
  @discardableResult
  public static func write(
    to path: String, of registry: MockServiceRegistry, filePath: String = #filePath
  ) throws -> Bool {
    try write(to: path, contracts(of: registry), filePath)
  }

  /// What the mocks of a registry require, by service.
  package static func contracts(of registry: MockServiceRegistry) -> [String: _MockContract] {
    var contracts: [String: _MockContract] = [:]
    for registration in registry.all { contracts[registration.service] = registration.contract }
    return contracts
  }

  /// Writes contracts to a file, absolute or beside the source file of the caller; whether it said something else.
  package static func write(
    to path: String, _ contracts: [String: _MockContract], _ source: String
  ) throws -> Bool {
    let path = path.hasPrefix("/") ? path : "\(FilePath.folder(of: source))/\(path)"
    let bytes = Array(ContractDocument(probing: contracts).json.utf8)
    let current = try? FileStatus(path: path)
    // One byte more tells a longer file from this one.
    let known = try? Descriptor(reading: path)
    defer { try? known?.close() }
    if (try? known?.readAll(limit: bytes.count + 1)) == bytes { return false }
    try FileReplacement(path: path, replacing: current).write(bytes)
    return true
  }
}
