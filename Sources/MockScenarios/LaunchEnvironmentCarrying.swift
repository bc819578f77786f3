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
  /// It goes into `MOCK_SERVICE_CONFIG` while it fits, as plain base64 or, where that is too long,
  /// compressed. One variable holds 128 KiB on Linux; arguments and environment together 1 MiB on macOS and
  /// 256 KiB on Apple's other systems, of which 32 KiB are left free. What is larger goes into a file that
  /// only this user can read, and `MOCK_SERVICE_CONFIG_FILE` names it; the file goes when this app is
  /// configured again or is gone, at the latest when this process ends.
  ///
  /// What cannot be handed over, because it holds a number that JSON has not, has more than 64 MiB of JSON,
  /// or because the file cannot be written, goes to the current `MockFailureHandler`; the environment then
  /// stays as it was.
  ///
  /// - Parameter configuration: The configuration.
  public func configureMockServices(_ configuration: MockServiceConfiguration) {
    var environment = launchEnvironment
    environment[MockServiceConfiguration.environmentVariable] = nil
    environment[MockServiceConfiguration.fileVariable] = nil
    environment[CoverageFolder.launchVariable] = nil
    environment.merge(CoverageLaunch.environment(for: configuration)) { $1 }
    let limit = MockLaunchPlatform.current.largestValue(
      beside: environment, arguments: launchArguments)
    do {
      switch try MockTransport(configuration, limit: limit) {
      case .variable(let text):
        environment[MockServiceConfiguration.environmentVariable] = text
        TemporaryConfigurationFiles.remove(for: self)
      case .file(let json):
        environment[MockServiceConfiguration.fileVariable] = try TemporaryConfigurationFiles.write(
          json, for: self)
      }
      launchEnvironment = environment
    } catch {
      MockFailureHandler.report(
        MockFailure(severity: .report, message: TransportFailure(error).description))
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
}
