public import MockData

extension MockServiceConfiguration {
  /// Reads a configuration from JSON.
  ///
  /// An unknown key is an error.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - file: The name of the file in errors; nil for none.
  ///   - allowsUndeclaredSharedKeys: Whether bindings and updates may use shared state that isn't declared; false by
  ///     default.
  ///   - onWarning: Receives each unknown key that is ignored because `formatVersion` is above 1.
  /// - Throws: ``MockConfigurationError`` with path, line, and column.
  public init(
    json: String, file: String? = nil, allowsUndeclaredSharedKeys: Bool = false,
    onWarning: (MockConfigurationError) -> Void = { _ in }
  ) throws(MockConfigurationError) {
    self = try ConfigurationText.read(
      json, file: file, allowsUndeclaredSharedKeys: allowsUndeclaredSharedKeys
    ) { text throws(MockConfigurationError) in
      let configuration = try text.read { try MockServiceConfiguration(reading: $0) }
      for warning in text.context.warnings { onWarning(text.error(warning)) }
      return configuration
    }
  }

  /// Returns the configuration as JSON, which is the same for equal configurations.
  ///
  /// The JSON is pretty-printed by default, and has no newline at the end.
  ///
  /// - Throws: ``MockJSONWriteError`` for NaN or an infinity, with its path.
  public func json(_ style: MockJSONStyle = .pretty) throws(MockJSONWriteError) -> String {
    String(decoding: try JSONWriter(style: style).utf8(from: deferredJSON), as: UTF8.self)
  }
}
