public import MockServices

/// An object that launches an app with arguments and an environment, such as `XCUIApplication`.
public protocol LaunchEnvironmentCarrying: AnyObject {
  /// The arguments of the launch.
  var launchArguments: [String] { get set }

  /// The environment of the launch.
  var launchEnvironment: [String: String] { get set }
}

extension LaunchEnvironmentCarrying {
  /// Passes a configuration to the app, replacing an earlier configuration.
  ///
  /// If the configuration fits, it is passed in `MOCK_SERVICE_CONFIG`, as plain base64 or, if that is too long,
  /// compressed. On Linux, the limit is 128 KiB for each variable. On Apple platforms, the limit applies to all
  /// arguments and variables together: 1 MiB on macOS and 256 KiB elsewhere, of which 32 KiB are kept free. A larger
  /// configuration is written to a file that only this user can read, and `MOCK_SERVICE_CONFIG_FILE` contains its path.
  /// The file is removed when this app is configured again or deallocated, or at the latest when this process ends.
  ///
  /// If the configuration can't be passed, the error is reported to the current `MockFailureHandler`, and the
  /// environment doesn't change. Possible reasons are a number that JSON can't represent, more than 64 MiB of JSON, and
  /// a file that can't be written.
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

  /// Passes shared state and services to the app.
  ///
  /// - Parameters:
  ///   - sharedState: The initial values of shared state by key; nil by default.
  ///   - services: The configurations of the services by protocol name.
  public func configureMockServices(
    sharedState: [String: SharedStateProperty]? = nil, services: [String: MockServiceEntry]
  ) {
    configureMockServices(MockServiceConfiguration(sharedState: sharedState, services: services))
  }
}
