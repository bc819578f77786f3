public import MockServices

/// An object that launches an app with arguments and environment variables, such as `XCUIApplication`.
public protocol LaunchEnvironmentCarrying: AnyObject {
  /// The arguments of the next launch.
  var launchArguments: [String] { get set }

  /// The environment variables of the next launch.
  var launchEnvironment: [String: String] { get set }
}

extension LaunchEnvironmentCarrying {
  /// Passes a configuration to the app, and replaces an earlier configuration.
  ///
  /// If the configuration is small enough, the variable `MOCK_SERVICE_CONFIG` contains it: as plain base64, or
  /// compressed if plain base64 would be too long. On Linux, the limit is 128 KiB for each variable. On Apple
  /// platforms, all arguments and variables share one limit, which is 1 MiB on macOS and 256 KiB elsewhere. MockLua
  /// keeps 32 KiB of that limit free.
  ///
  /// A larger configuration is written to a file that only this user can read, and `MOCK_SERVICE_CONFIG_FILE` contains
  /// the file's path. The file is removed when this app object is configured again or deallocated, and at the latest
  /// when this process ends.
  ///
  /// If the configuration contains a number that JSON can't represent, exceeds 64 MiB of JSON, or can't be
  /// written to the file, the environment doesn't change. The error is reported to the current `MockFailureHandler`.
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
    } catch let failure as TemporaryConfigurationFile.Failure {
      MockFailureHandler.report(MockFailure(severity: .report, message: failure.description))
    } catch {
      MockFailureHandler.report(
        MockFailure(
          severity: .report, message: "the configuration cannot be passed to the app: \(error)"))
    }
  }

  /// Passes services and their shared state to the app.
  ///
  /// - Parameters:
  ///   - sharedState: The initial values of the shared state, by key. The default is nil.
  ///   - services: The configurations of the services, by protocol name.
  public func configureMockServices(
    sharedState: [String: SharedStateProperty]? = nil, services: [String: MockServiceEntry]
  ) {
    configureMockServices(MockServiceConfiguration(sharedState: sharedState, services: services))
  }
}

/// Values that this process keeps for app objects.
final class AppValues<Value: Sendable>: Sendable {
  private struct Entry {
    weak var app: (any LaunchEnvironmentCarrying)?
    let value: Value
  }

  private let entries = Locked<[Entry]>([])

  func add(_ value: Value, for app: some LaunchEnvironmentCarrying) {
    entries.withLock { $0.append(Entry(app: app, value: value)) }
  }

  /// Removes and returns the values of some apps; the app is nil if it was deallocated.
  func remove(where isUnwanted: ((any LaunchEnvironmentCarrying)?) -> Bool) -> [Value] {
    // The list may hold the last reference to an app. The app must not be released while the lock is held, because its
    // deinitializer calls this method again.
    let known = entries.withLock { entries in
      let known = entries.map { (app: $0.app, value: $0.value) }
      entries = zip(entries, known).filter { !isUnwanted($1.app) }.map(\.0)
      return known
    }
    return known.filter { isUnwanted($0.app) }.map(\.value)
  }
}
