package import MockConfiguration
internal import MockData
internal import MockPlatform

/// The settings for all scripts of a project, from the file `.mocklua.json`.
///
/// The file is in the folder of a script or in a parent folder.
///
/// The settings define the project's own secrets:
///
/// ```
/// { "secrets": { "names": ["tenant key"], "patterns": ["ACME-[0-9]{8}"], "mail": true } }
/// ```
package struct ProjectFile: Sendable, Equatable {
  /// Names of secrets, in addition to those in `MockSecrets`.
  package var names: [String] = []
  /// Regular expressions that match secrets under any name.
  package var patterns: [String] = []
  /// Whether email addresses are secrets.
  package var mail = false

  package static let name = ".mocklua.json"

  package static let mailPattern = #"[\w.%+-]+@[\w-]+(\.[\w-]+)*\.[a-zA-Z]{2,}"#

  private enum Key: String, ConfigurationKey { case secrets }
  private enum SecretKey: String, ConfigurationKey { case names, patterns, mail }

  /// - Throws: `MockConfigurationError` with the location of an unknown key, a wrong type, or an invalid pattern.
  package init(json: String, file: String) throws(MockConfigurationError) {
    self = try ConfigurationText.read(json, file: file) { text throws(MockConfigurationError) in
      try text.read { node in
        var file = ProjectFile()
        let object = try ObjectReader<Key>(node)
        guard let secrets = object.optional(.secrets) else { return file }
        let reader = try ObjectReader<SecretKey>(secrets)
        file.names = try reader.optional(.names)?.list { try $0.string() } ?? []
        file.patterns = try reader.optional(.patterns)?.list { try Self.pattern($0) } ?? []
        file.mail = try reader.flag(.mail)
        return file
      }
    }
  }

  private init() {}

  private static func pattern(_ node: ConfigurationNode) throws -> String {
    let text = try node.string()
    do throws(MockRegexProblem) {
      _ = try LinearRegex(text)
    } catch {
      throw node.error(.invalidRegex(error))
    }
    return text
  }

  // MARK: - Location

  private static let applied = Locked<Set<String>>([])

  /// Applies the nearest file in a folder or its parents to this process, but each file only once.
  package static func apply(toFolder folder: String) throws(MockConfigurationError) {
    // The file is looked for first, because preparing the names of secrets takes longer.
    guard let path = nearest(to: folder), MockSecrets.isOn else { return }
    guard applied.withLock({ $0.insert(path).inserted }) else { return }
    guard let descriptor = try? Descriptor(reading: path) else { return }
    defer { try? descriptor.close() }
    guard let bytes = try? descriptor.readAll(limit: 1 << 20) else { return }
    do throws(MockConfigurationError) {
      try ProjectFile(json: String(decoding: bytes, as: UTF8.self), file: path).apply()
    } catch {
      _ = applied.withLock { $0.remove(path) }
      throw error
    }
  }

  /// Adds the file's secrets to this process's secrets.
  package func apply() {
    MockSecrets.names.formUnion(names.map { $0.lowercased() })
    for pattern in patterns + (mail ? [Self.mailPattern] : []) {
      guard let finder = try? LinearRegex(pattern) else { continue }
      SecretFinders.add({ finder.matches(in: $0) }, named: pattern)
    }
  }

  private static func nearest(to folder: String) -> String? {
    guard var folder = Folder.resolved(folder.isEmpty ? "." : folder) else { return nil }
    while true {
      let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      if FileStatus.exists(at: path) { return path }
      if folder == "/" { return nil }
      folder = FilePath.folder(of: folder)
    }
  }
}
