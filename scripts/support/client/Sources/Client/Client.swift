import Isolated
import MockLua
import MockServices

@Mocked
protocol InboxService: Sendable {
  func count(of user: String) async throws -> Int
  var user: String { get }
}

@main
struct Client {
  @MainActor
  static func main() async throws {
    MockServiceRegistry.shared.register(MockInboxService.self)
    if MockServiceBootstrap.configureIfNeeded() != nil {
      // Tests/Forms has launched it with a script.
      let inbox = MockInboxService()
      return print(try await inbox.count(of: inbox.user))
    }
    let runtime = try ScenarioRuntime(
      source: """
        shared { user = "Ada" }
        service "InboxService" :bind "user" { count = function(args) return #args.of end }
        service "TitleService" { title = reply { size = 5 } }
        """, name: "client.lua")
    let inbox = MockInboxService(sequencer: runtime.sequencer(for: "InboxService"))
    let count = try await inbox.count(of: inbox.user)
    let title = MockTitleService(sequencer: runtime.sequencer(for: "TitleService"))
    let size = try await title.title().size
    let tags = try await countOfTags()
    MockServiceRegistry.shared.register(MockTitleService.self)
    let registered = MockServiceRegistry.shared.services.joined(separator: ", ")
    print(
      "\(inbox.user) has \(count) messages; on the main actor \(size) and \(tags); registered: \(registered)"
    )
  }
}
