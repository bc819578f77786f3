/// What configurations are added to, as to a `MockScenario`.
///
/// A module that makes configurations of something else, such as scripts, adds its own `with(...)` here, and need not
/// know who launches an app with them.
public protocol MockConfigurationComposing {
  /// Adds all that a configuration holds.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - description: What messages call it; nil for the names of its services.
  /// - Returns: The whole with all of that.
  func with(_ configuration: MockServiceConfiguration, description: String?) -> Self
}
