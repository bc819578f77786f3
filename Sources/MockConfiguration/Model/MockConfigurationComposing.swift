/// A type to which configurations can be added, such as `MockScenario`.
///
/// A module that creates configurations from something else, such as scripts, adds its own `with(...)` method in an
/// extension. It doesn't depend on the type that launches the app.
public protocol MockConfigurationComposing {
  /// Adds everything in a configuration.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - description: The name of the configuration in messages; nil to use the names of its services.
  /// - Returns: A value that also contains the configuration.
  func with(_ configuration: MockServiceConfiguration, description: String?) -> Self
}
