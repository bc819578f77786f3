/// The result of checking the text of a configuration.
package struct CheckedConfiguration {
  /// The configuration; nil if it has errors.
  package var configuration: MockServiceConfiguration?
  /// The errors in the order of the text.
  package var errors: [MockConfigurationError] = []
  /// Whether reading stopped because there were too many errors.
  package var stoppedEarly = false
  /// The warnings, with lines and columns; empty if there are errors.
  package var warnings: [MockConfigurationWarning] = []
}

extension MockServiceConfiguration {
  /// Reads a configuration, and collects all of its errors.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - file: The name of the file in errors.
  ///   - allowsComputed: Whether responses may be computed at run time.
  ///   - isTyped: Returns whether the types of a method are known; by default, they never are.
  /// - Returns: The configuration, or its errors.
  package static func check(
    json: String, file: String, allowsComputed: Bool,
    isTyped: (_ service: String, _ method: String) -> Bool = { _, _ in false }
  ) -> CheckedConfiguration {
    do throws(MockConfigurationError) {
      return try ConfigurationText.read(json, file: file, collectsErrors: true) {
        text throws(MockConfigurationError) in
        let configuration = text.context.attemptAll { node in
          try MockServiceConfiguration(reading: node)
        }
        var result = CheckedConfiguration()
        result.errors = text.errors()
        result.stoppedEarly = result.errors.count >= ReadingContext.errorLimit
        if let configuration, result.errors.isEmpty {
          result.configuration = configuration
          result.warnings = text.warnings(
            of: configuration, allowsComputed: allowsComputed, isTyped: isTyped)
        }
        return result
      }
    } catch {
      return CheckedConfiguration(errors: [error])
    }
  }
}

extension ConfigurationText {
  /// Returns warnings about the configuration that was read from this text.
  fileprivate mutating func warnings(
    of configuration: MockServiceConfiguration, allowsComputed: Bool,
    isTyped: (_ service: String, _ method: String) -> Bool
  ) -> [MockConfigurationWarning] {
    let flat = context.flatErrors.map { MockConfigurationWarning(.flatError, at: path(of: $0)) }
    let located = locate(
      configuration.warnings(allowsComputed: allowsComputed, isTyped: isTyped) + flat)
    return located
      + context.warnings.map { ignored in
        let error = error(ignored)
        var warning = MockConfigurationWarning(.ignoredKey(error.problem))
        warning.place = error.place
        return warning
      }
  }
}
