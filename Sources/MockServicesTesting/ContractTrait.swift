public import MockServices
public import Testing

/// A trait that writes the contracts of mocks to a file before the tests of a suite run, so that you can keep the file
/// in version control.
///
/// ```swift
/// @Suite(.contract("contract.json", of: MockLoginService.self, MockShop.self))
/// struct LoginTests { ... }
/// ```
///
/// If the file was missing or had different content, the trait records one issue for the suite, and the tests run
/// anyway. A difference means that the app's types have changed. Use git to see the changes.
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

  /// Returns the trait for a suite or a whole test, but not for a single argument of a test, so that the file is
  /// written once.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> ContractTrait? {
    testCase == nil ? self : nil
  }

  /// Brings the contract file up to date, and then runs the tests.
  ///
  /// - Throws: The errors that the tests throw.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    do {
      if try MockContracts.write(to: path, contracts(), filePath) {
        Issue.record(
          "the contract `\(path)` has changed, and was rewritten; check the scripts, and commit the new file",
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
  /// Writes the contracts of mocks to a file before the tests run, like `MockContracts.write(to:of:)`.
  ///
  /// - Parameters:
  ///   - path: The path of the file: absolute, or relative to the folder of the test's source file.
  ///   - mocks: The types of the mocks, which `@Mocked` generates.
  ///   - filePath: The source file of the test.
  /// - Returns: The trait.
  public static func contract(
    _ path: String, of mocks: any MockedService.Type..., filePath: String = #filePath
  ) -> Self {
    let contracts = MockContracts.contracts(of: mocks)
    return ContractTrait(path, filePath) { contracts }
  }

  /// Writes the contracts of a registry's mocks to a file before the tests run, like `MockContracts.write(to:of:)`.
  ///
  /// - Parameters:
  ///   - path: The path of the file: absolute, or relative to the folder of the test's source file.
  ///   - registry: The registry in which the app registers its mocks. It is evaluated when the tests run.
  ///   - filePath: The source file of the test.
  /// - Returns: The trait.
  public static func contract(
    _ path: String, of registry: @autoclosure @escaping @Sendable () -> MockServiceRegistry,
    filePath: String = #filePath
  ) -> Self {
    ContractTrait(path, filePath) { MockContracts.contracts(of: registry()) }
  }
}
