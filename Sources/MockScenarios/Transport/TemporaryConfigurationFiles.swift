internal import CLibrary
internal import MockServices

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The files that this process hands configurations over in, each for one app.
///
/// A file stays while the app may be launched with it, once or again: until the app is configured anew, is
/// gone, or this process ends. The app itself never removes it. What a process leaves behind that is killed
/// goes when the next one writes its first file.
enum TemporaryConfigurationFiles {
  private struct Entry {
    weak var app: (any LaunchEnvironmentCarrying)?
    let file: TemporaryConfigurationFile
  }

  private struct State {
    var entries: [Entry] = []
    /// The process that removes its files at its end; one that was forked off it does not.
    var owner: Int32?
  }

  private static let state = Locked(State())

  /// Where the files lie: the folder for temporary files.
  static var folder: String { FileManager.default.temporaryDirectory.path }

  /// Writes a file for an app, in place of the one that it had.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - app: The app.
  /// - Returns: The path of the file.
  /// - Throws: What the system refused; the app then keeps the file that it had.
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

  /// Removes the file of an app, and those of apps that are gone.
  static func remove(for app: some LaunchEnvironmentCarrying) {
    remove { $0 == nil || $0 === app }
  }

  /// Removes the files of apps that are gone.
  static func removeUnused() {
    remove { $0 == nil }
  }

  private static func removeAll() {
    if state.withLock(\.owner) == getpid() { remove { _ in true } }
  }

  private static func remove(
    where isUnwanted: ((any LaunchEnvironmentCarrying)?) -> Bool
  ) {
    // The last reference to an app may be one of these: it must not go while the lock is held, since an app
    // that goes comes back here.
    let entries = state.withLock { state in
      let entries = state.entries.map { (app: $0.app, file: $0.file) }
      state.entries = zip(state.entries, entries).filter { !isUnwanted($1.app) }.map(\.0)
      return entries
    }
    for entry in entries where isUnwanted(entry.app) { entry.file.remove() }
  }
}
