public import Testing

/// A trait that makes all mocks of a test or a suite return defaults for calls without a response.
public struct RelaxedTrait: TestTrait, SuiteTrait {
  /// Whether the trait applies to the tests of a suite; always true.
  public var isRecursive: Bool { true }
}

extension Trait where Self == RelaxedTrait {
  /// Makes all mocks return defaults for calls without a response.
  ///
  /// Use it together with `.mocked` or `.scenario(...)`.
  ///
  /// ```swift
  /// @Test(.mocked, .relaxed) func load() async throws {
  ///   let screen = Screen(service: MockService(), analytics: MockAnalytics())
  ///   ...
  /// }
  /// ```
  ///
  /// For the defaults, see `MockBehavior.relaxed`. Without this trait, a call without a response is an issue. To relax
  /// only one mock, write `MockAnalytics(.relaxed)`.
  public static var relaxed: Self { RelaxedTrait() }
}
