#if os(macOS) || os(Linux)
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  extension LaunchedProcess {
    /// Creates a process for an executable from the same build as the running tests.
    ///
    /// SwiftPM builds both into the same folder. Add a dependency on the executable to the test target, so that it is
    /// built.
    ///
    /// - Parameters:
    ///   - product: The name of the executable.
    ///   - arguments: The arguments after its name; empty by default.
    ///   - environment: The launch environment; empty by default.
    public convenience init(
      product: String, arguments: [String] = [], environment: [String: String] = [:]
    ) {
      self.init(
        executable: Self.folderOfProducts + "/" + product, arguments: arguments,
        environment: environment, product: product)
    }

    /// Returns the problem if the build hasn't created the product; otherwise nil.
    func missingProduct() -> LaunchedProcessError.Problem? {
      let files = FileManager.default
      guard let product, !files.fileExists(atPath: executable) else { return nil }
      let folder = Self.folderOfProducts
      let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
      let known = names.filter { name in
        let path = "\(folder)/\(name)"
        return !name.contains(".") && !name.hasSuffix("-tool")
          && files.isExecutableFile(atPath: path)
          && (try? files.contentsOfDirectory(atPath: path)) == nil
      }
      return .noProduct(product, known: known.sorted())
    }

    /// The folder of the running program, or of the loaded test bundle.
    private static let folderOfProducts: String = {
      #if canImport(Darwin)
        let bundle =
          Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" } ?? Bundle.main
        let program = bundle.bundleURL.resolvingSymlinksInPath()
        return program.pathExtension == "xctest"
          ? program.deletingLastPathComponent().path : program.path
      #else
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return program.map { String($0[..<($0.lastIndex(of: "/") ?? $0.endIndex)]) } ?? "."
      #endif
    }()
  }
#endif
