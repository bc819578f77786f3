package import MockData

/// Only valid during one call, because it points to memory that doesn't outlive the call.
package struct ConfigurationText {
  let context: ReadingContext
  private let file: String?
  private var places: TextLocator
  private var locator: JSONLocator

  private init(index: JSONIndex, context: ReadingContext, file: String?) {
    self.context = context
    self.file = file
    places = TextLocator(bytes: index.bytes)
    locator = JSONLocator(index)
  }

  /// `allowsUndeclaredSharedKeys` applies to bindings and updates.
  ///
  /// With `collectsErrors`, reading continues after an error.
  package static func read<T>(
    _ json: String, file: String?, allowsUndeclaredSharedKeys: Bool = false,
    collectsErrors: Bool = false,
    _ body: (inout ConfigurationText) throws(MockConfigurationError) -> T
  ) throws(MockConfigurationError) -> T {
    var json = json
    // The standard library's buffer closures don't support typed throws, so the error is returned in a `Result`.
    let result = json.withUTF8 { bytes in
      Result { () throws(MockConfigurationError) in
        let index = try index(of: bytes, file: file)
        let context = ReadingContext(
          index: index, allowsUndeclaredSharedKeys: allowsUndeclaredSharedKeys,
          collectsErrors: collectsErrors)
        var text = ConfigurationText(index: index, context: context, file: file)
        return try body(&text)
      }
    }
    return try result.get()
  }

  private static func index(
    of bytes: UnsafeBufferPointer<UInt8>, file: String?
  ) throws(MockConfigurationError) -> JSONIndex {
    guard bytes.count <= JSONIndex.limit else {
      throw MockConfigurationError(
        problem: .transport(.tooLarge(limit: MockServiceConfiguration.largestJSON)),
        at: file.map { ScriptLocation(file: $0) })
    }
    do throws(JSONReader.Failure) {
      return try JSONIndex(bytes: bytes)
    } catch {
      var places = TextLocator(bytes: bytes)
      throw MockConfigurationError(
        problem: .invalidJSON(error.problem), at: places.place(of: error.offset, in: file ?? ""))
    }
  }

  package mutating func read<T>(
    _ body: (ConfigurationNode) throws -> T
  ) throws(MockConfigurationError) -> T {
    do {
      return try body(ConfigurationNode(context))
    } catch {
      throw self.error(error)
    }
  }

  mutating func error(_ error: any Error) -> MockConfigurationError {
    let placed = (error as? DecodingError)?.context?.underlyingError as? PlacedProblem
    return MockConfigurationError(
      problem: placed?.problem ?? .other(String(describing: error)),
      path: placed.map { path(of: $0.anchor).description } ?? "",
      at: places.place(of: offset(of: placed), in: file ?? ""))
  }

  mutating func path(of anchor: ConfigurationPlace.Anchor) -> JSONPath {
    let (entry, steps) = context.way(to: anchor)
    var path = locator.path(to: entry ?? JSONIndex.root)
    path.steps += JSONPath(steps).steps
    return path
  }

  private mutating func offset(of placed: PlacedProblem?) -> Int {
    guard let placed else { return 0 }
    let (entry, steps) = context.way(to: placed.anchor)
    return locator.offset(
      from: entry ?? JSONIndex.root, JSONPath(steps).steps, atKey: placed.isAtKey)
  }

  /// Returns the collected errors in the order of the text.
  mutating func errors() -> [MockConfigurationError] {
    var found: [(offset: Int, number: Int, error: DecodingError)] = []
    for (number, error) in context.errors.enumerated() {
      let placed = error.context?.underlyingError as? PlacedProblem
      found.append((offset(of: placed), number, error))
    }
    found.sort { ($0.offset, $0.number) < ($1.offset, $1.number) }
    return found.map { error($0.error) }
  }

  mutating func locate(_ warnings: [MockConfigurationWarning]) -> [MockConfigurationWarning] {
    var located = warnings
    for (number, place) in locate(warnings.map(\.steps)).enumerated() {
      located[number].place = place
    }
    return located
  }

  /// Returns the locations of the keys at the given paths, or of their nearest parents in the text.
  fileprivate mutating func locate(_ paths: [JSONPath]) -> [ScriptLocation?] {
    var placed: [(offset: Int, number: Int)] = []
    for (number, path) in paths.enumerated() where !path.steps.isEmpty {
      placed.append((locator.offset(from: JSONIndex.root, path.steps, atKey: true), number))
    }
    var located = [ScriptLocation?](repeating: nil, count: paths.count)
    for (offset, number) in placed.sorted(by: { $0.offset < $1.offset }) {
      located[number] = places.place(of: offset, in: file ?? "")
    }
    return located
  }
}

extension MockServiceConfiguration {
  /// A path that isn't in the text has the location of its nearest parent.
  package static func places(
    of paths: [JSONPath], in json: String, file: String
  ) -> [ScriptLocation] {
    let whole = ScriptLocation(file: file)
    do throws(MockConfigurationError) {
      return try ConfigurationText.read(json, file: file) { text throws(MockConfigurationError) in
        text.locate(paths).map { $0 ?? whole }
      }
    } catch {
      return paths.map { _ in whole }
    }
  }
}
