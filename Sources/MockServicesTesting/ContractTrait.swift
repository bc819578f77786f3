public import MockServices
public import Testing

/// Writes what mocks require to a file, for git, before the tests of a suite run.
///
/// ```swift
/// @Suite(.contract("contract.json", of: MockLoginService.self, MockShop.self))
/// struct LoginTests { ... }
/// ```
///
/// Where the file said something else, that is an issue of the suite, once: the types of the app have changed, and what
/// has is seen in git. The tests run all the same.
public struct ContractTrait: SuiteTrait, TestTrait, TestScoping {
  private let path: String
  private let filePath: String
  private let contracts: @Sendable () -> [String: _MockContract]

  fileprivate init(
    _ path: String, _ filePath: String,
    _ contracts: @escaping @Sendable () -> [String: _MockContract]
  ) {
    (self.path, self.filePath, self.contracts) = (path, filePath, contracts)
  }

  /// The trait itself for a suite, or for a test with all of its arguments: the file is written once.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> ContractTrait? {
    testCase == nil ? self : nil
  }

  /// Writes the file, and runs the tests.
  ///
  /// - Throws: What the tests throw.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    do {
      if try MockContracts.write(to: path, contracts(), filePath) {
        Issue.record(
          "the contract `\(path)` has changed, and is written anew; check the scripts against it, and commit it",
          sourceLocation: test.sourceLocation)
      }
    } catch {
      Issue.record(
        "the contract `\(path)` cannot be written: \(error)", sourceLocation: test.sourceLocation)
    }
    try await function()
  }
}

extension Trait where Self == ContractTrait {
  /// Writes what mocks require to a file before the tests run, as `MockContracts.write(to:of:)` does.
  ///
  /// - Parameters:
  ///   - path: The file: absolute, or beside the source file of the test.
  ///   - mocks: The mocks that `@Mocked` made.
  ///   - filePath: The source file of the test.
  /// - Returns: The trait.
  public static func contract(
    _ path: String, of mocks: any MockedService.Type..., filePath: String = #filePath
  ) -> Self {
    let contracts = MockContracts.contracts(of: mocks)
    return ContractTrait(path, filePath) { contracts }
  }

  /// Writes what the mocks of a registry require to a file before the tests run, as `MockContracts.write(to:of:)` does.
  ///
  /// - Parameters:
  ///   - path: The file: absolute, or beside the source file of the test.
  ///   - registry: The registry; asked for when the tests run.
  ///   - filePath: The source file of the test.
  /// - Returns: The trait.
  public static func contract(
    _ path: String, of registry: @autoclosure @escaping @Sendable () -> MockServiceRegistry,
    filePath: String = #filePath
  ) -> Self {
    ContractTrait(path, filePath) { MockContracts.contracts(of: registry()) }
  }
}
