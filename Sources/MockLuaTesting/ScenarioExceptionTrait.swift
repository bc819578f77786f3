public import Testing

/// A trait that turns off some checks of a scenario, for one test or for all tests of a suite.
public struct ScenarioExceptionTrait: TestTrait, SuiteTrait {
  /// The checks that are turned off.
  package let checks: Set<ScenarioCheck>

  /// Whether the trait applies to the tests of a suite; always true.
  public var isRecursive: Bool { true }
}

extension Trait where Self == ScenarioExceptionTrait {
  /// Turns off some of the checks that `.scenario(...)` makes, on the suite or on the test.
  ///
  /// - Parameter checks: The checks to turn off.
  /// - Returns: The trait.
  public static func scenarioExcept(_ checks: ScenarioCheck...) -> Self {
    ScenarioExceptionTrait(checks: Set(checks))
  }
}
