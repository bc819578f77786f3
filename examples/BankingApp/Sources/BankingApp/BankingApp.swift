import BankingKit
import MockLua
import MockServices

/// An app without a user interface, which reads the user's commands and prints its screens.
@main
struct BankingApp {
  @MainActor
  static func main() async throws {
    let infrastructure = DependencyContainer()
    infrastructure.register(for: Bank.self) { _ in Bank(makeCode: { "314159" }) }

    // 1. The live services.
    ServiceContainer.shared.registerDependencies(with: infrastructure)

    // 2. The mocks that a test configures. A script in the configuration runs in this process.
    MockServiceRegistry.shared.registerBankingServices()
    // The bootstrap logs to standard error, which the tests read.
    MockServiceBootstrap.configureIfNeeded(
      responder: { try ScenarioRuntime(configuration: $0) },
      log: MockServiceBootstrap.standardErrorLog)

    // 3. The screens, which resolve their services from here on.
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else {
      return Terminal.show("app: its screens are `@Observable`, and need macOS 14 or iOS 17")
    }
    let screens = try Screens(ServiceContainer.shared, show: Terminal.show)
    for await line in Terminal.lines {
      guard let command = Command(line) else {
        Terminal.show("app: unknown command `\(line)`; write \(Command.usage)")
        continue
      }
      guard await screens.perform(command) else { break }
    }
    screens.close()
  }
}
