public import MockServices

/// A ready-made configuration of a service, for a situation that tests need.
///
/// An enum with a case for each situation is easiest to read at the call site, as in `.withLogin(.locked)`. Document
/// each case, and add a case `custom(sharedState:entry:)` for rare situations.
public protocol MockServicePreset: Sendable {
  /// The name of the service's protocol, which is its key in the configuration.
  static var serviceName: String { get }

  /// The shared state that the preset needs.
  ///
  /// A scenario merges it with that of other presets.
  var sharedState: [String: SharedStateProperty] { get }

  /// The configuration of the service.
  var serviceEntry: MockServiceEntry { get }
}
