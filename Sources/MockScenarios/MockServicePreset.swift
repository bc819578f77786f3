public import MockServices

/// A ready-made configuration of one service, with a name for each situation that tests need.
///
/// Enums with a case for each situation read best where they are used: `.withLogin(.locked)`. Give each
/// case a line of documentation, and one case `custom(sharedState:entry:)` for all that is rare.
public protocol MockServicePreset: Sendable {
  /// The name of the service's protocol, which is its key in the configuration.
  static var serviceName: String { get }

  /// The shared state that the preset needs; a scenario merges it with that of other presets.
  var sharedState: [String: SharedStateProperty] { get }

  /// The configuration of the service.
  var serviceEntry: MockServiceEntry { get }
}
