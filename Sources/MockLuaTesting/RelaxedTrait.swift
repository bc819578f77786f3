public import Testing

/// A trait that makes the mocks of a test, or of all tests of a suite, return defaults for calls without a response.
public struct RelaxedTrait: TestTrait, SuiteTrait {
  /// Whether the trait applies to the tests of a suite; always true.
  public var isRecursive: Bool { true }
}

extension Trait where Self == RelaxedTrait {
  /// Makes mocks return defaults for calls without a response, together with `.mocked` or `.scenario(...)`.
  ///
  /// ```swift
  /// @Test(.mocked, .relaxed) func load() async throws {
  ///   let screen = Screen(service: MockService(), analytics: MockAnalytics())
  ///   ...
  /// }
  /// ```
  ///
  /// `MockBehavior.relaxed` describes the defaults. Without the trait, such a call is an issue. To relax only one mock,
  /// write `MockAnalytics(.relaxed)`.
  public static var relaxed: Self { RelaxedTrait() }
}
