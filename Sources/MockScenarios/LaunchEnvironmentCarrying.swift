public import MockServices

/// Something that launches an app with arguments and an environment, as `XCUIApplication` does.
public protocol LaunchEnvironmentCarrying: AnyObject {
  /// The arguments of the launch.
  var launchArguments: [String] { get set }

  /// The environment of the launch.
  var launchEnvironment: [String: String] { get set }
}

extension LaunchEnvironmentCarrying {
  /// Hands a configuration to the app, in place of one that was handed over before.
  ///
  /// What cannot be written, because it holds a number that JSON has not, or is larger than one
  /// variable may be, goes to the current ``MockFailureHandler``; the environment then stays as it was.
  ///
  /// - Parameter configuration: The configuration.
  public func configureMockServices(_ configuration: MockServiceConfiguration) {
    let name = MockServiceConfiguration.environmentVariable
    do {
      let text = try configuration.toBase64()
      guard text.utf8.count <= Self.longestValue else {
        MockFailureHandler.report(
          MockFailure(
            severity: .report,
            message: "the configuration takes \(text.utf8.count) bytes of `\(name)`, which holds "
              + "\(Self.longestValue); leave out services that the test does not use"))
        return
      }
      launchEnvironment[name] = text
    } catch {
      MockFailureHandler.report(
        MockFailure(severity: .report, message: "the configuration cannot be written: \(error)"))
    }
  }

  /// Hands shared state and services to the app.
  ///
  /// - Parameters:
  ///   - sharedState: The initial values of shared state by key; none by default.
  ///   - services: The configurations of the services by protocol name.
  public func configureMockServices(
    sharedState: [String: SharedStateProperty]? = nil, services: [String: MockServiceEntry]
  ) {
    configureMockServices(MockServiceConfiguration(sharedState: sharedState, services: services))
  }

  /// What the variable holds on Linux, in bytes: 128 KiB with its name, the `=` and a closing zero.
  private static var longestValue: Int {
    131_072 - MockServiceConfiguration.environmentVariable.utf8.count - 2
  }
}
