public import Testing

/// Leaves some of the checks of a scenario out, for one test or all tests of a suite.
public struct ScenarioExceptionTrait: TestTrait, SuiteTrait {
  /// What is not looked for.
  package let checks: Set<ScenarioCheck>

  /// True: a suite hands the trait on to its tests.
  public var isRecursive: Bool { true }
}

extension Trait where Self == ScenarioExceptionTrait {
  /// Leaves some of the checks out that `.scenario(...)` makes, on the suite or on the test itself.
  ///
  /// - Parameter checks: What not to look for.
  /// - Returns: The trait.
  public static func scenarioExcept(_ checks: ScenarioCheck...) -> Self {
    ScenarioExceptionTrait(checks: Set(checks))
  }
}
