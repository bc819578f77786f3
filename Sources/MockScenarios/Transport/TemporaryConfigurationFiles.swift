internal import CLibrary
internal import MockServices

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The files in which this process passes configurations to apps.
///
/// Each app has one file. A file is kept for as long as its app may be launched with it: until the app is configured
/// again or deallocated, or until this process ends. The app itself never removes the file. If a process is killed, the
/// next process removes its files when it writes its own first file.
enum TemporaryConfigurationFiles {
  private struct Entry {
    weak var app: (any LaunchEnvironmentCarrying)?
    let file: TemporaryConfigurationFile
  }

  private struct State {
    var entries: [Entry] = []
    /// The process that removes the files when it ends.
    ///
    /// A process forked from it must not remove them.
    var owner: Int32?
  }

  private static let state = Locked(State())

  /// The folder of the files: the folder for temporary files.
  static var folder: String { FileManager.default.temporaryDirectory.path }

  /// Writes a file for an app.
  ///
  /// It replaces the app's previous file.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - app: The app.
  /// - Returns: The path of the file.
  /// - Throws: `Failure` if the file can't be written. The app then keeps its previous file.
  static func write(
    _ bytes: [UInt8], for app: some LaunchEnvironmentCarrying
  ) throws(TemporaryConfigurationFile.Failure) -> String {
    let folder = folder
    let isFirst = state.withLock { state in
      defer { state.owner = state.owner ?? getpid() }
      return state.owner == nil
    }
    if isFirst {
      TemporaryConfigurationFile.sweep(folder)
      atexit { TemporaryConfigurationFiles.removeAll() }
    }
    let file = try TemporaryConfigurationFile(bytes, in: folder)
    remove(for: app)
    state.withLock { $0.entries.append(Entry(app: app, file: file)) }
    return file.path
  }

  /// Removes the files of an app and of deallocated apps.
  static func remove(for app: some LaunchEnvironmentCarrying) {
    remove { $0 == nil || $0 === app }
  }

  /// Removes the files of deallocated apps.
  static func removeUnused() {
    remove { $0 == nil }
  }

  private static func removeAll() {
    if state.withLock(\.owner) == getpid() { remove { _ in true } }
  }

  private static func remove(
    where isUnwanted: ((any LaunchEnvironmentCarrying)?) -> Bool
  ) {
    // The list may hold the last reference to an app. The app must not be released while the lock is held, because its
    // deinitializer calls this method again.
    let entries = state.withLock { state in
      let entries = state.entries.map { (app: $0.app, file: $0.file) }
      state.entries = zip(state.entries, entries).filter { !isUnwanted($1.app) }.map(\.0)
      return entries
    }
    for entry in entries where isUnwanted(entry.app) { entry.file.remove() }
  }
}
