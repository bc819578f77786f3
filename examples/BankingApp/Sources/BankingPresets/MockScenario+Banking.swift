public import MockScenarios
public import MockServices

/// A method for each service, so that code completion after `.with` lists the services.
extension MockScenario {
  /// Adds the sign-in service; everything succeeds by default.
  public func withPrimary(_ preset: PrimaryPreset = .happyPath()) -> MockScenario {
    with(preset)
  }

  /// Adds the device service, which verifies the user by default.
  public func withSecondary(_ preset: SecondaryPreset = .enabled) -> MockScenario {
    with(preset)
  }

  /// Adds the account service, with two accounts by default.
  public func withTertiary(_ preset: TertiaryPreset = .default) -> MockScenario {
    with(preset)
  }

  /// Adds the transfer service, which accepts transfers by default.
  public func withQuaternary(_ preset: QuaternaryPreset = .default) -> MockScenario {
    with(preset)
  }

  /// Adds the message service, with two messages by default.
  public func withQuinary(_ preset: QuinaryPreset = .default) -> MockScenario {
    with(preset)
  }

  /// Replaces a method of the sign-in service.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - config: The responses.
  ///   - file: The caller's file.
  ///   - line: The caller's line.
  /// - Returns: The scenario with the override.
  public func overridingPrimary(
    method: String, with config: MockMethodConfig, file: String = #fileID, line: UInt = #line
  ) -> MockScenario {
    overriding(
      service: PrimaryPreset.serviceName, method: method, with: config, file: file, line: line)
  }

  /// Replaces a method of the device service.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - config: The responses.
  ///   - file: The caller's file.
  ///   - line: The caller's line.
  /// - Returns: The scenario with the override.
  public func overridingSecondary(
    method: String, with config: MockMethodConfig, file: String = #fileID, line: UInt = #line
  ) -> MockScenario {
    overriding(
      service: SecondaryPreset.serviceName, method: method, with: config, file: file, line: line)
  }
}
