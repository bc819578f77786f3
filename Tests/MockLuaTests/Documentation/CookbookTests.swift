import MockLua
import MockServices
import Testing

/// The cookbook's recipes work as their text describes.
@Suite("The cookbook")
struct CookbookTests {
  /// Calls a method and returns its response, or its error code.
  private static func call(
    _ runtime: ScenarioRuntime, _ name: String, _ arguments: AnyCodableValue = [:]
  ) async throws -> AnyCodableValue {
    let parts = name.split(separator: ".").map(String.init)
    do {
      return try await runtime.sequencer(for: parts[0])
        .answer(for: parts[1], arguments: MockArguments(arguments)) ?? .null
    } catch let error as MockServiceError {
      return ["fails": .string(error.code)]
    }
  }

  @Test("Three wrong passwords lock the account")
  func lockout() async throws {
    let runtime = try Documentation.runtime("Cookbook.md", "Sign in with a lockout")
    for code in ["badPassword", "badPassword", "locked"] as [AnyCodableValue] {
      let answer = try await Self.call(runtime, "LoginService.signIn", ["password": "1"])
      #expect(answer == ["fails": code])
    }
    #expect(runtime.sharedState["isLocked"] == true)
    let right = try await Self.call(
      runtime, "LoginService.signIn", ["user": "Ada", "password": "swordfish"])
    #expect(right == ["fails": "locked"])
  }

  @Test("Pages load one at a time, and the last has no next page")
  func pages() async throws {
    let runtime = try Documentation.runtime("Cookbook.md", "Pages of a list")
    var counts: [Int] = []
    var page: AnyCodableValue = 1
    while page != .null {
      let answer = try await Self.call(runtime, "FeedService.load", ["page": page])
      guard case .dictionary(let members) = answer, case .array(let items)? = members["items"]
      else {
        Issue.record("\(answer) is no page")
        return
      }
      counts.append(items.count)
      page = members["next"] ?? .null
    }
    #expect(counts == [20, 20, 5])
  }

  @Test("The third attempt succeeds, and a fourth fails")
  func retry() async throws {
    let runtime = try Documentation.runtime("Cookbook.md", "Retry")
    var answers: [AnyCodableValue] = []
    for _ in 0..<4 { answers.append(try await Self.call(runtime, "UploadService.upload")) }
    #expect(
      answers == [
        ["fails": "timeout"], ["fails": "timeout"], ["id": "upload-1"], ["fails": "exhausted"],
      ])
    #expect(runtime.clock.elapsed == .seconds(1))
  }

  @Test("A slow network delays everything without its own delay")
  func slowNetwork() async throws {
    let runtime = try Documentation.runtime("Cookbook.md", "A slow network", variant: "mobile")
    _ = try await Self.call(runtime, "FeedService.load")
    let elapsed = runtime.clock.elapsed
    #expect((.milliseconds(1) ... .milliseconds(3000)) ~= elapsed)
    _ = try await Self.call(runtime, "AccountService.refresh")
    #expect(runtime.clock.elapsed - elapsed == .milliseconds(50))
  }

  @Test("The first like is rejected, and the second succeeds")
  func optimisticUpdate() async throws {
    let runtime = try Documentation.runtime("Cookbook.md", "An optimistic update")
    #expect(try await Self.call(runtime, "PostService.like") == ["fails": "conflict"])
    #expect(runtime.sharedState["likes"] == 3)
    #expect(try await Self.call(runtime, "PostService.like") == ["likes": 4])
    #expect(runtime.sharedState["likes"] == 4)
  }

  @Test("Rows are stored, changed, and removed")
  func store() async throws {
    let runtime = try Documentation.runtime("Cookbook.md", "A store that remembers")
    _ = try await Self.call(runtime, "TodoService.create", ["title": "Ship"])
    let updated = try await Self.call(runtime, "TodoService.update", ["id": 1, "done": true])
    #expect(updated == ["id": 1, "title": "Write a test", "done": true])
    let done = try await Self.call(runtime, "TodoService.list", ["done": true])
    #expect(done == [updated])
    #expect(try await Self.call(runtime, "TodoService.delete", ["id": 1]) == updated)
    let gone = try await Self.call(runtime, "TodoService.delete", ["id": 1])
    #expect(gone == ["fails": "notFound"])
    let missing = try await Self.call(runtime, "TodoService.update", ["id": 9])
    #expect(missing == ["fails": "notFound"])
    try await runtime.reset()
    guard case .array(let rows) = try await Self.call(runtime, "TodoService.list") else {
      Issue.record("no list")
      return
    }
    #expect(rows.count == 1)
  }

  @Test("A chat streams words with pauses")
  func chat() async throws {
    let runtime = try Documentation.runtime("Cookbook.md", "A chat that streams")
    let words = try await Self.call(runtime, "ChatService.answer", ["prompt": "how are you"])
    #expect(words == ["HOW", "ARE", "YOU"])
    #expect(runtime.clock.elapsed == .milliseconds(100))
    let empty = try await Self.call(runtime, "ChatService.answer", ["prompt": ""])
    #expect(empty == ["fails": "emptyPrompt"])
    #expect(try await Self.call(runtime, "ChatService.broken") == ["fails": "connectionLost"])
  }

  @Test("Flags are rules and shared state")
  func flags() async throws {
    let runtime = try Documentation.runtime("Cookbook.md", "Feature flags")
    #expect(try await Self.call(runtime, "FlagService.isEnabled", ["name": "darkMode"]) == true)
    #expect(try await Self.call(runtime, "FlagService.isEnabled", ["name": "betaX"]) == false)
    #expect(
      try await Self.call(runtime, "FlagService.all") == ["newCheckout": false, "darkMode": true])
    let changed = try Documentation.runtime(
      "Cookbook.md", "Feature flags", variant: "new-checkout")
    #expect(try await Self.call(changed, "FlagService.isEnabled", ["name": "newCheckout"]) == true)
    #expect(
      try await Self.call(changed, "FlagService.all") == ["newCheckout": true, "darkMode": true])
  }

  @Test("A service calls another one and sees its error")
  func asking() async throws {
    let runtime = try Documentation.runtime("Cookbook.md", "A service that calls another")
    #expect(try await Self.call(runtime, "ProfileService.load") == ["token": "first", "calls": 1])
    #expect(try await Self.call(runtime, "ProfileService.load") == ["fails": "signedOut"])
  }
}
