internal import CLibrary
internal import MockPlatform

#if canImport(Darwin)
  internal import Foundation
#endif

/// Finds scripts in the running test bundle.
///
/// Tests on a device need them there, because the device doesn't have the source files.
enum TestBundle {
  /// Returns the path of a script in the resources of the test bundle or of its package targets; nil for an unknown
  /// resource.
  ///
  /// The file name is looked up, too, because Xcode copies resources without their folders.
  static func script(_ path: String) -> String? {
    let folders = resourceFolders
    for name in [path, FilePath.name(of: path)] {
      if let folder = folders.first(where: { access("\($0)/\(name)", F_OK) == 0 }) {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }

  /// The folders with resources; SwiftPM copies the resources of each target into a separate folder.
  private static var resourceFolders: [String] {
    #if canImport(Darwin)
      let bundles = Bundle.allBundles.filter { $0.bundleURL.pathExtension == "xctest" }
      return bundles.flatMap { bundle in
        let own = [bundle.resourcePath].compactMap(\.self)
        let places = own + [bundle.bundleURL.deletingLastPathComponent().path]
        return own
          + places.flatMap { folders(in: $0, ending: ".bundle") }
          .compactMap { Bundle(path: $0)?.resourcePath }
      }
    #else
      let program = Folder.resolved("/proc/self/exe")
      return program.map { folders(in: FilePath.folder(of: $0), ending: ".resources") } ?? []
    #endif
  }

  private static func folders(in folder: String, ending: String) -> [String] {
    Folder.names(in: folder).filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
  }
}
