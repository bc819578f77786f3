public import MockData

extension MockServiceConfiguration {
  /// Reads a configuration from JSON strictly.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - file: The name of the file, which errors show; nil for none.
  ///   - allowsUndeclaredSharedKeys: Whether bindings and updates may name shared state that is not
  ///     declared; false by default.
  ///   - onWarning: Receives each unknown key that is ignored because `formatVersion` is above 1.
  /// - Throws: ``MockConfigurationError`` with path, line and column.
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

  /// Writes the configuration as JSON; equal configurations give equal text.
  ///
  /// The text is pretty by default and ends without a newline.
  ///
  /// - Throws: ``MockJSONWriteError`` for a NaN or an infinity, with its path.
  public func json(_ style: MockJSONStyle = .pretty) throws(MockJSONWriteError) -> String {
    String(decoding: try JSONWriter(style: style).utf8(from: deferredJSON), as: UTF8.self)
  }
}
