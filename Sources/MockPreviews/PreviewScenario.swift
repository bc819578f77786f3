public import Foundation
public import MockServices

/// A scenario for previews, read from a configuration file in a bundle.
///
/// The command `mocklua happy.lua --output happy.json` writes the file. Add the file to the app's target. A preview
/// doesn't run Lua. A call whose response needs a Lua function fails, and the failure is reported.
public struct PreviewScenario: Sendable {
  /// The name of the file, without `.json`.
  package let name: String
  package let bundle: Bundle

  /// Creates a scenario from the name of its file.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without `.json`.
  ///   - bundle: The bundle that contains the file (default: the main bundle).
  public init(_ name: String, in bundle: Bundle = .main) {
    self.name = name
    self.bundle = bundle
  }

  /// Returns the configuration in the file.
  ///
  /// - Throws: ``PreviewScenarioError``, which names the file.
  public func configuration() throws(PreviewScenarioError) -> MockServiceConfiguration {
    try content().configuration
  }

  /// Replaces the services that the scenario configures with their mocks.
  ///
  /// - Parameters:
  ///   - container: The container that resolves the services (default: the shared `DependencyContainer`).
  ///   - registry: The mocks by service name (default: the shared registry).
  /// - Returns: The session with the mocked services, or `nil` if nothing is configured.
  /// - Throws: ``PreviewScenarioError``, which names the file.
  @MainActor @discardableResult
  public func install(
    in container: any MockServiceReceiver = DependencyContainer.shared,
    from registry: MockServiceRegistry = .shared
  ) throws(PreviewScenarioError) -> MockBootstrapSession? {
    let text = Data(try content().text.utf8).base64EncodedString()
    return MockServiceBootstrap.configureIfNeeded(
      container: container, registry: registry,
      environment: [MockServiceConfiguration.environmentVariable: text])
  }

  private func content() throws(PreviewScenarioError)
    -> (text: String, configuration: MockServiceConfiguration)
  {
    guard let url = bundle.url(forResource: name, withExtension: "json"),
      let data = try? Data(contentsOf: url)
    else {
      let files = bundle.paths(forResourcesOfType: "json", inDirectory: nil)
      throw .missing(
        name: name, bundle: bundle.bundlePath,
        known: files.compactMap { $0.split(separator: "/").last?.dropLast(".json".count) }
          .map(String.init).sorted())
    }
    let text = String(decoding: data, as: UTF8.self)
    do throws(MockConfigurationError) {
      return (text, try MockServiceConfiguration(json: text, file: "\(name).json"))
    } catch {
      throw .invalid(error)
    }
  }
}

/// The reason why a preview can't use a scenario.
public enum PreviewScenarioError: Error, Sendable, Equatable {
  /// The bundle doesn't contain the file.
  ///
  /// `known` lists the files that it contains.
  case missing(name: String, bundle: String, known: [String])
  /// The file doesn't contain a valid configuration.
  case invalid(MockConfigurationError)
}

extension PreviewScenarioError: CustomStringConvertible {
  /// The problem, in the form `file: problem; suggestion`.
  public var description: String {
    switch self {
    case .missing(let name, let bundle, let known):
      "\(name).json: was not found in the resources of \(bundle); "
        + (NearestName.nearest(to: name, candidates: known).map { "did you mean `\($0)`?" }
          ?? "write it with `mocklua \(name).lua --output \(name).json`, and add it to the target")
    case .invalid(let error): error.description
    }
  }
}
