import Foundation
import MockScenarios
import MockServices

/// Passes a configuration that needs a file to an app, prints the file's path, and ends after a line of input.
@main
struct TransportWriter {
  final class App: LaunchEnvironmentCarrying {
    var launchArguments: [String] = []
    var launchEnvironment: [String: String] = [:]
  }

  static func main() {
    var state: UInt64 = 1
    var noise = ""
    while noise.utf8.count < 1_500_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      noise += String(state, radix: 36)
    }
    let app = App()
    app.configureMockServices(
      services: ["S": MockServiceEntry(initialState: ["noise": .string(noise)])])
    let path = app.launchEnvironment["MOCK_SERVICE_CONFIG_FILE"] ?? "no file"
    FileHandle.standardOutput.write(Data("\(path)\n".utf8))
    _ = readLine()
    withExtendedLifetime(app) {}
  }
}
