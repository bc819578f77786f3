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
    let value: AnyCodableValue
    do throws(JSONParseError) {
      value = try JSONParser().parse(json)
    } catch {
      throw MockConfigurationError(
        problem: .invalidJSON(error.problem), file: file, line: error.line, column: error.column)
    }
    let context = ReadingContext(allowsUndeclaredSharedKeys: allowsUndeclaredSharedKeys)
    do {
      self = try MockServiceConfiguration(
        from: ValueDecoder(value: value, parent: nil, key: nil, readingContext: context))
    } catch {
      throw MockConfigurationError(error, in: json, file: file)
    }
    for warning in context.warnings {
      onWarning(MockConfigurationError(warning, in: json, file: file))
    }
  }

  /// Writes the configuration as JSON; equal configurations give equal text.
  ///
  /// The text is pretty by default and ends without a newline.
  ///
  /// - Throws: ``JSONWriteError`` for a NaN or an infinity, with its path.
  public func json(_ style: JSONWriter.Style = .pretty) throws(JSONWriteError) -> String {
    try JSONWriter(style: style).string(from: encodedValue)
  }
}

extension MockConfigurationError {
  /// Takes over an error of decoding and looks its place up in the text.
  init(_ error: any Error, in json: String, file: String?) {
    self.init(error)
    let context = (error as? DecodingError)?.context
    let path = JSONPath(context?.codingPath ?? [])
    let isAtKey = (context?.underlyingError as? PlacedProblem)?.isAtKey ?? false
    var json = json
    let place = json.withUTF8 { bytes in
      var locator = JSONLocator(bytes: bytes)
      return locator.location(of: path, atKey: isAtKey)
    }
    self.file = file
    line = place.line
    column = place.column
  }
}
