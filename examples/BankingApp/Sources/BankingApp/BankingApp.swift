import BankingKit
import MockLua
import MockServices

/// An app without a user interface: it reads what a user does, and prints what its screens show.
@main
struct BankingApp {
  @MainActor
  static func main() async throws {
    let infrastructure = DependencyContainer()
    infrastructure.register(for: Bank.self) { _ in Bank(makeCode: { "314159" }) }

    // 1. What the app uses in production.
    ServiceContainer.shared.registerDependencies(with: infrastructure)

    // 2. What a test asks for instead; a script that it hands over runs in this process.
    MockServiceRegistry.shared.registerBankingServices()
    // Its tests read what it writes.
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
