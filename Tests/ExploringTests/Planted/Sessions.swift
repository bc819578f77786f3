import MockLua
import MockLuaTesting
import MockServices
import Testing

// Work that outlives its owner: tokens, cancelled tasks, logouts, and time limits.

/// A client that requests a new token when the old one is rejected.
@MainActor
final class Client {
  let service = MockShopService()
  let isMended: Bool
  private(set) var isLoggedOut = false
  private(set) var token = "t0"
  private(set) var user: String?
  private var refreshing: Task<String, any Error>?

  init(_ isMended: Bool) { self.isMended = isMended }

  func load() async throws -> String {
    let used = token
    do {
      return try await service.load(token: used)
    } catch ShopError.unauthorized {
      // The fixed version first checks whether another call has refreshed the token.
      if !isMended || token == used { try await refresh() }
      return try await service.load(token: token)
    }
  }

  private func refresh() async throws {
    do {
      guard isMended else {
        token = try await service.refresh(token: token)
        return
      }
      let task = refreshing ?? Task { try await service.refresh(token: token) }
      refreshing = task
      token = try await task.value
    } catch {
      isLoggedOut = true
      throw error
    }
  }

  func renew() {
    Task {
      guard let new = try? await service.refresh(token: token) else { return }
      if isMended, isLoggedOut { return }
      token = new
    }
  }

  func logOut() {
    (isLoggedOut, token, user) = (true, "", nil)
  }

  func loadProfile() {
    Task {
      guard let name = try? await service.profile() else { return }
      if isMended, isLoggedOut { return }
      user = name
    }
  }
}

@MainActor
final class Editor {
  let service = MockShopService()
  let isMended: Bool
  private(set) var title = ""
  private(set) var message: String?
  private(set) var isTimedOut = false
  private var task: Task<Void, Never>?

  init(_ isMended: Bool) { self.isMended = isMended }

  func open() {
    if isMended {
      task = Task {
        guard let title = try? await service.item(1), !Task.isCancelled else { return }
        self.title = title
      }
      return
    }
    // Cancelling the outer task doesn't cancel this inner one.
    task = Task {
      let inner = Task { try await service.item(1) }
      if let title = try? await inner.value { self.title = title }
    }
  }

  func openTelling() {
    task = Task {
      do {
        title = try await service.item(1)
      } catch {
        if isMended, Task.isCancelled { return }
        message = "\(error)"
      }
    }
  }

  func close() {
    task?.cancel()
    title = ""
  }

  func open(within limit: Duration, on clock: MockClock) {
    Task {
      guard let found = try? await service.item(1) else { return }
      if isMended, isTimedOut { return }
      title = found
    }
    Task {
      try? await clock.sleep(for: limit)
      if title.isEmpty { isTimedOut = true }
    }
  }
}

extension Planted {
  static let sessions: [Planted] = [
    Planted(kind: "token race", name: "two calls refresh", limit: 4) { isMended in
      let client = Client(isMended)
      async let first = client.load()
      async let second = client.load()
      _ = try? await (first, second)
      #expect(!client.isLoggedOut)
    },
    Planted(kind: "token race", name: "a token after the logout", limit: 4) { isMended in
      let client = Client(isMended)
      client.renew()
      await Explored.step()
      client.logOut()
      await Explored.settle()
      #expect(client.token.isEmpty)
    },
    Planted(kind: "cancelled task that still writes", name: "by a task within", limit: 4) {
      isMended in
      let editor = Editor(isMended)
      editor.open()
      await Explored.step()
      editor.close()
      await Explored.settle()
      #expect(editor.title.isEmpty)
    },
    Planted(kind: "cancelled task that still writes", name: "a message of nothing", limit: 4) {
      isMended in
      let editor = Editor(isMended)
      editor.openTelling()
      await Explored.step()
      editor.close()
      await Explored.settle()
      #expect(editor.message == nil)
    },
    Planted(kind: "logout during a load", name: "a user who has left", limit: 4) { isMended in
      let client = Client(isMended)
      client.loadProfile()
      await Explored.step()
      client.logOut()
      await Explored.settle()
      #expect(client.user == nil)
    },
    Planted(kind: "logout during a load", name: "one of several loads comes behind", limit: 6) {
      isMended in
      let client = Client(isMended)
      client.loadProfile()
      client.loadProfile()
      await Explored.step()
      client.logOut()
      await Explored.settle()
      #expect(client.user == nil)
    },
    Planted(kind: "answer after the limit of time", name: "both are shown", limit: 4) { isMended in
      let editor = Editor(isMended)
      editor.open(within: .seconds(5), on: try ScenarioRuntime.current.clock)
      await Explored.settle()
      #expect(!editor.isTimedOut || editor.title.isEmpty)
    },
  ]
}
