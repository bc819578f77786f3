/// What was found in the text of a configuration.
package struct CheckedConfiguration {
  /// The configuration; nil where it has mistakes.
  package var configuration: MockServiceConfiguration?
  /// The mistakes in the order of the text.
  package var mistakes: [MockConfigurationError] = []
  /// Whether reading ended because of so many mistakes.
  package var stoppedEarly = false
  /// What is odd, with lines and columns; nothing where there are mistakes.
  package var warnings: [MockConfigurationWarning] = []
}

extension MockServiceConfiguration {
  /// Reads a configuration, and finds all of its mistakes where it has any.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - file: The name of the file, which errors show.
  ///   - allowsComputed: Whether answers may be computed at run time.
  ///   - isTyped: Whether somebody knows the types of a method of a service; of no method by default.
  /// - Returns: What was found.
  package static func check(
    json: String, file: String, allowsComputed: Bool,
    isTyped: (_ service: String, _ method: String) -> Bool = { _, _ in false }
  ) -> CheckedConfiguration {
    do throws(MockConfigurationError) {
      return try ConfigurationText.read(json, file: file, collectsMistakes: true) {
        text throws(MockConfigurationError) in
        let configuration = text.context.attemptAll { node in
          try MockServiceConfiguration(reading: node)
        }
        var result = CheckedConfiguration()
        result.mistakes = text.mistakes()
        result.stoppedEarly = result.mistakes.count >= ReadingContext.mistakeLimit
        if let configuration, result.mistakes.isEmpty {
          result.configuration = configuration
          result.warnings = text.warnings(
            of: configuration, allowsComputed: allowsComputed, isTyped: isTyped)
        }
        return result
      }
    } catch {
      return CheckedConfiguration(mistakes: [error])
    }
  }
}

extension ConfigurationText {
  /// What is odd in a configuration that was read from this text.
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
