public import MockScenarios
public import MockServices

/// A method for each service: whoever types `.with` sees which there are.
extension MockScenario {
  /// Adds the service that signs in; everything succeeds by default.
  public func withPrimary(_ preset: PrimaryPreset = .happyPath()) -> MockScenario {
    with(preset)
  }

  /// Adds the service of the user's device, which verifies by default.
  public func withSecondary(_ preset: SecondaryPreset = .enabled) -> MockScenario {
    with(preset)
  }

  /// Adds the service of the accounts, of which there are two by default.
  public func withTertiary(_ preset: TertiaryPreset = .default) -> MockScenario {
    with(preset)
  }

  /// Adds the service that moves money, which is accepted by default.
  public func withQuaternary(_ preset: QuaternaryPreset = .default) -> MockScenario {
    with(preset)
  }

  /// Adds the service of the messages, of which there are two by default.
  public func withQuinary(_ preset: QuinaryPreset = .default) -> MockScenario {
    with(preset)
  }

  /// Replaces a method of the service that signs in.
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

  /// Replaces a method of the service of the user's device.
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
