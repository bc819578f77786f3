/// What the parts of one configuration share while it is being read; it never leaves that call.
final class ReadingContext {
  /// The highest `formatVersion` that this reader knows in full.
  static let knownFormatVersion = 1

  /// The place of the value being read inside a larger one, where there is one.
  let prefix: [any CodingKey]
  let allowsUndeclaredSharedKeys: Bool
  /// Set where the configuration is of a newer format; its unknown keys become warnings.
  var ignoresUnknownKeys = false
  private(set) var warnings: [DecodingError] = []

  init(prefix: [any CodingKey] = [], allowsUndeclaredSharedKeys: Bool = false) {
    self.prefix = prefix
    self.allowsUndeclaredSharedKeys = allowsUndeclaredSharedKeys
  }

  func warn(_ error: DecodingError) {
    warnings.append(error)
  }
}
