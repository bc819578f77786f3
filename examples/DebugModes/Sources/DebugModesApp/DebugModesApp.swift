import DebugModesKit
import Foundation
import MockDebugModes
import MockServices

/// An app without a UI framework, which prints its screen and reads the user's commands.
@main
struct DebugModesApp {
  @MainActor
  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    // Must come before anything reads the user defaults.
    let launch = DebugLaunch(store: DebugStore(suiteName: environment["DEBUG_MODES_SUITE"]))

    let services = ServiceProvider.shared
    services.registerAll()
    services.registerMocks(for: launch.tier)
    MockServiceRegistry.shared.register(ConfiguredLLMEngine.self)
    MockServiceRegistry.shared.register(ConfiguredCalendarStore.self)
    MockServiceRegistry.shared.register(ConfiguredSubscriptionService.self)
    MockServiceBootstrap.configureIfNeeded(
      container: services, log: MockServiceBootstrap.standardErrorLog)

    let screen = HomeScreen(services: services, launch: launch, codeHash: codeHash(environment))
    for line in await screen.appear() { show(line) }
    while let command = readLine(), let line = await screen.perform(command) { show(line) }
  }

  /// The hash of the developer code.
  ///
  /// A real app has it as a resource; here it's a file in the current directory.
  ///
  /// The file isn't under version control. A build without it has no developer mode.
  private static func codeHash(_ environment: [String: String]) -> CodeHash? {
    let path = environment["DEBUG_MODES_CODE"] ?? "developer-code.sha256"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      return try CodeHash(contentsOf: URL(filePath: path))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      return nil
    }
  }

  private static func show(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
