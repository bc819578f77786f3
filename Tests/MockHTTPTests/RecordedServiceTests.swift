import Foundation
import MockCalls
import MockLearning
import MockLua
import MockRecording
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct RemoteTodo: Codable, Equatable, Sendable {
  var id: Int
  var title: String
  var done: Bool
  var priority: Int
}

struct RemoteLight: Codable, Equatable, Sendable {
  var id: Int
  var room: String
  var on: Bool
  var level: Int
}

struct RemoteCart: Codable, Equatable, Sendable {
  struct Item: Codable, Equatable, Sendable {
    var id: Int
    var name: String
    var price: Int
    var quantity: Int
  }
  var items: [Item]
  var count: Int
  var total: Int
}

struct RemoteProfile: Codable, Equatable, Sendable {
  var name: String
  var theme: String
  var newsletter: Bool
}

/// The errors of a server.
enum RemoteFailure: String, Error, MockErrorConvertible {
  case signedOut, forbidden, missing, invalid, other
}

@Mocked(errors: RemoteFailure.self)
protocol RemoteTodos: Sendable {
  func todos() async throws -> [RemoteTodo]
  func todo(id: Int) async throws -> RemoteTodo
  func addTodo(title: String, priority: Int) async throws -> RemoteTodo
  func setDone(id: Int, done: Bool) async throws
  func removeTodo(id: Int) async throws
}

@Mocked(errors: RemoteFailure.self)
protocol RemoteAccount: Sendable {
  func signIn(user: String) async throws
  func signOut() async throws
  func orders() async throws -> [String]
}

@Mocked(errors: RemoteFailure.self)
protocol RemoteCounter: Sendable {
  func value() async throws -> Int
  func increment(by: Int) async throws -> Int
  func reset() async throws
}

@Mocked(errors: RemoteFailure.self)
protocol RemoteLights: Sendable {
  func lights() async throws -> [RemoteLight]
  func light(id: Int) async throws -> RemoteLight
  func toggle(id: Int) async throws -> RemoteLight
  func setLevel(id: Int, level: Int) async throws -> RemoteLight
}

@Mocked(errors: RemoteFailure.self)
protocol RemoteCarts: Sendable {
  func cart() async throws -> RemoteCart
  func add(name: String, price: Int, quantity: Int) async throws -> RemoteCart.Item
  func removeItem(id: Int) async throws
  func clear() async throws
}

@Mocked(errors: RemoteFailure.self)
protocol RemoteProfiles: Sendable {
  func profile() async throws -> RemoteProfile
  func save(name: String, theme: String) async throws
  func setNewsletter(on: Bool) async throws
}

/// The live side of all services: a server on a local port.
struct RemoteServer: RemoteTodos, RemoteAccount, RemoteCounter, RemoteLights, RemoteCarts,
  RemoteProfiles
{
  let base: String

  init(_ app: String) async throws {
    base = try LocalServers.forProtocols.get().base(app)
    try await send("POST", "/__reset")
  }

  @discardableResult
  private func send(_ method: String, _ path: String, _ body: [String: any Sendable]? = nil)
    async throws -> Data
  {
    guard let url = URL(string: base + path) else { throw RemoteFailure.other }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.setValue("Bearer t-1", forHTTPHeaderField: "Authorization")
    if let body {
      request.httpBody = try JSONSerialization.data(withJSONObject: body)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let (data, response) = try await URLSession.shared.data(for: request)
    switch (response as? HTTPURLResponse)?.statusCode ?? 0 {
    case 200..<300: return data
    case 401: throw RemoteFailure.signedOut
    case 403: throw RemoteFailure.forbidden
    case 404: throw RemoteFailure.missing
    case 422: throw RemoteFailure.invalid
    default: throw RemoteFailure.other
    }
  }

  private func get<Value: Decodable>(_ path: String) async throws -> Value {
    try JSONDecoder().decode(Value.self, from: await send("GET", path))
  }

  func todos() async throws -> [RemoteTodo] { try await get("/todos") }
  func todo(id: Int) async throws -> RemoteTodo { try await get("/todos/\(id)") }
  func addTodo(title: String, priority: Int) async throws -> RemoteTodo {
    let data = try await send("POST", "/todos", ["title": title, "priority": priority])
    return try JSONDecoder().decode(RemoteTodo.self, from: data)
  }
  func setDone(id: Int, done: Bool) async throws {
    try await send("PATCH", "/todos/\(id)", ["done": done])
  }
  func removeTodo(id: Int) async throws { try await send("DELETE", "/todos/\(id)") }

  func signIn(user: String) async throws {
    try await send("POST", "/login", ["user": user, "phrase": "open sesame"])
  }
  func signOut() async throws { try await send("POST", "/logout") }
  func orders() async throws -> [String] {
    struct Orders: Decodable {
      struct Order: Decodable { var number: String }
      var orders: [Order]
    }
    let orders: Orders = try await get("/orders")
    return orders.orders.map(\.number)
  }

  private struct Value: Decodable { var value: Int }
  func value() async throws -> Int { (try await get("/counter") as Value).value }
  func increment(by: Int) async throws -> Int {
    try JSONDecoder().decode(Value.self, from: await send("POST", "/counter/increment", ["by": by]))
      .value
  }
  func reset() async throws { try await send("POST", "/counter/reset") }

  func lights() async throws -> [RemoteLight] {
    struct Lights: Decodable { var lights: [RemoteLight] }
    return (try await get("/lights") as Lights).lights
  }
  func light(id: Int) async throws -> RemoteLight { try await get("/lights/\(id)") }
  func toggle(id: Int) async throws -> RemoteLight {
    try JSONDecoder().decode(RemoteLight.self, from: await send("POST", "/lights/\(id)/toggle"))
  }
  func setLevel(id: Int, level: Int) async throws -> RemoteLight {
    try JSONDecoder().decode(
      RemoteLight.self, from: await send("POST", "/lights/\(id)/level", ["level": level]))
  }

  func cart() async throws -> RemoteCart { try await get("/cart") }
  func add(name: String, price: Int, quantity: Int) async throws -> RemoteCart.Item {
    let data = try await send(
      "POST", "/cart/items", ["name": name, "price": price, "quantity": quantity])
    return try JSONDecoder().decode(RemoteCart.Item.self, from: data)
  }
  func removeItem(id: Int) async throws { try await send("DELETE", "/cart/items/\(id)") }
  func clear() async throws { try await send("DELETE", "/cart") }

  func profile() async throws -> RemoteProfile { try await get("/profile") }
  func save(name: String, theme: String) async throws {
    try await send("PUT", "/profile", ["name": name, "theme": theme])
  }
  func setNewsletter(on: Bool) async throws {
    try await send(on ? "POST" : "DELETE", "/newsletter")
  }
}

/// Flows through protocols with a server as the live service.
@Suite(.serialized, .enabled(if: LocalServers.isAvailable, "python3 isn't available"))
struct RecordedServiceTests {
  /// Returns the result of a call, or its error.
  private static func shown<Value>(_ call: () async throws -> Value) async -> String {
    do { return "\(try await call())" } catch {
      return "threw \((error as? RemoteFailure)?.rawValue ?? "\(error)")"
    }
  }

  /// A flow, and the code that plays it with the live services, the recording, and the script.
  struct Flow: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var app: String
    var steps: [Step]
    var heldOut: [Step]
  }

  /// A call of one of the protocols.
  enum Step: Sendable {
    case todos
    case todo(Int)
    case addTodo(String, Int)
    case setDone(Int, Bool)
    case removeTodo(Int)
    case signIn(String)
    case signOut, orders
    case value
    case increment(Int)
    case reset
    case lights
    case light(Int)
    case toggle(Int)
    case setLevel(Int, Int)
    case cart
    case add(String, Int, Int)
    case removeItem(Int)
    case clear
    case profile
    case save(String, String)
    case setNewsletter(Bool)
  }

  /// The services of a flow: the server, mocks that pass calls through to it, or scripted mocks.
  struct Services: Sendable {
    var todos: any RemoteTodos
    var account: any RemoteAccount
    var counter: any RemoteCounter
    var lights: any RemoteLights
    var carts: any RemoteCarts
    var profiles: any RemoteProfiles

    init(_ server: RemoteServer) {
      (todos, account, counter) = (server, server, server)
      (lights, carts, profiles) = (server, server, server)
    }

    init(_ server: RemoteServer, by runtime: ScenarioRuntime) {
      todos = MockRemoteTodos(passingTo: server, by: runtime)
      account = MockRemoteAccount(passingTo: server, by: runtime)
      counter = MockRemoteCounter(passingTo: server, by: runtime)
      lights = MockRemoteLights(passingTo: server, by: runtime)
      carts = MockRemoteCarts(passingTo: server, by: runtime)
      profiles = MockRemoteProfiles(passingTo: server, by: runtime)
    }

    init(_ runtime: ScenarioRuntime) {
      todos = MockRemoteTodos(runtime)
      account = MockRemoteAccount(runtime)
      counter = MockRemoteCounter(runtime)
      lights = MockRemoteLights(runtime)
      carts = MockRemoteCarts(runtime)
      profiles = MockRemoteProfiles(runtime)
    }

    func play(_ steps: [Step]) async -> [String] {
      var all: [String] = []
      for step in steps { all.append(await play(step)) }
      return all
    }

    private func play(_ step: Step) async -> String {
      await RecordedServiceTests.shown { () async throws -> Any in
        switch step {
        case .todos: try await todos.todos()
        case .todo(let id): try await todos.todo(id: id)
        case .addTodo(let title, let priority):
          try await todos.addTodo(title: title, priority: priority)
        case .setDone(let id, let done): try await todos.setDone(id: id, done: done)
        case .removeTodo(let id): try await todos.removeTodo(id: id)
        case .signIn(let user): try await account.signIn(user: user)
        case .signOut: try await account.signOut()
        case .orders: try await account.orders()
        case .value: try await counter.value()
        case .increment(let number): try await counter.increment(by: number)
        case .reset: try await counter.reset()
        case .lights: try await lights.lights()
        case .light(let id): try await lights.light(id: id)
        case .toggle(let id): try await lights.toggle(id: id)
        case .setLevel(let id, let level): try await lights.setLevel(id: id, level: level)
        case .cart: try await carts.cart()
        case .add(let name, let price, let quantity):
          try await carts.add(name: name, price: price, quantity: quantity)
        case .removeItem(let id): try await carts.removeItem(id: id)
        case .clear: try await carts.clear()
        case .profile: try await profiles.profile()
        case .save(let name, let theme): try await profiles.save(name: name, theme: theme)
        case .setNewsletter(let isOn): try await profiles.setNewsletter(on: isOn)
        }
      }
    }
  }

  static let flows: [Flow] = [
    Flow(
      testDescription: "todos", app: "todos",
      steps: [
        .todos, .addTodo("Tea", 1), .todos, .todo(4), .setDone(4, true), .todo(4),
        .addTodo("Mate", 8), .todos,
        .removeTodo(2), .todos, .todo(2), .setDone(1, true), .todos, .setDone(4, false), .todo(4),
        .removeTodo(1), .todos,
      ],
      heldOut: [
        .removeTodo(3), .todo(3), .setDone(2, false), .todos, .addTodo("Coffee", 3), .todo(4),
        .setDone(4, true),
        .todos, .removeTodo(4), .todo(4), .setDone(99, true),
      ]),
    Flow(
      testDescription: "a sign-in", app: "session",
      steps: [
        .orders, .signIn("ada"), .orders, .orders, .signOut, .orders, .signIn("ada"), .orders,
        .signOut, .orders,
        .signIn("eve"), .orders, .signOut, .orders, .signIn("eve"), .orders,
      ],
      heldOut: [
        .orders, .orders, .signIn("bob"), .orders, .signOut, .orders, .orders, .signIn("bob"),
        .orders,
      ]),
    Flow(
      testDescription: "a counter", app: "counter",
      steps: [
        .value, .increment(2), .value, .increment(5), .value, .increment(1), .increment(10), .value,
        .reset, .value,
        .increment(3), .value, .increment(8), .value, .increment(20), .value, .increment(4), .value,
      ],
      heldOut: [
        .increment(7), .value, .reset, .increment(7), .value, .increment(2), .value, .reset, .value,
      ]),
    Flow(
      testDescription: "lights", app: "lights",
      steps: [
        .lights, .toggle(1), .lights, .light(1), .setLevel(2, 75), .light(2), .toggle(2), .lights,
        .toggle(1), .light(1),
        .light(7), .setLevel(3, 20), .lights,
      ],
      heldOut: [
        .toggle(3), .setLevel(1, 99), .light(1), .toggle(3), .lights, .light(9), .toggle(9),
      ]),
    Flow(
      testDescription: "a cart", app: "cart",
      steps: [
        .cart, .add("Tea", 4, 2), .cart, .add("Pot", 20, 1), .cart, .add("Cup", 7, 6), .cart,
        .removeItem(2), .cart,
        .removeItem(1), .cart, .add("Spoon", 1, 12), .cart, .clear, .cart,
      ],
      heldOut: [
        .add("Mate", 9, 3), .cart, .add("Straw", 2, 10), .removeItem(1), .cart, .clear, .cart,
      ]),
    Flow(
      testDescription: "a profile", app: "profile",
      steps: [
        .profile, .save("Grace", "dark"), .profile, .setNewsletter(true), .profile,
        .save("Alan", "light"), .profile,
        .setNewsletter(false), .profile, .save("Edsger", "sepia"), .profile,
      ],
      heldOut: [
        .setNewsletter(true), .profile, .save("Barbara", "blue"), .setNewsletter(false), .profile,
      ]),
  ]

  @Test(
    "A recorded flow replays unchanged, and an unrecorded one gets the server's responses",
    arguments: flows)
  func flow(_ flow: Flow) async throws {
    let recorded = try MockPassing.$current.withValue(.missing) {
      Result {
        try ScenarioRuntime(
          source: "", name: "empty.lua", failureHandler: MockFailureHandler { _ in })
      }
    }.get()
    let shown = await Services(try await RemoteServer(flow.app), by: recorded).play(flow.steps)
    var learner = Learner(Recording(recorded.log.calls(), keepsErrors: true))
    let script = await learner.script(name: "flow")
    let text = ScriptWriter.text(of: script)
    #expect(learner.recording.notes == [])
    #expect(!learner.learned.isEmpty, "\(text)")
    let replayed = try ScenarioRuntime(
      source: text, name: "flow.lua", failureHandler: MockFailureHandler { _ in })
    #expect(await Services(replayed).play(flow.steps) == shown, "\(text)")
    let live = await Services(try await RemoteServer(flow.app)).play(flow.heldOut)
    let other = try ScenarioRuntime(
      source: text, name: "flow.lua", failureHandler: MockFailureHandler { _ in })
    #expect(await Services(other).play(flow.heldOut) == live, "\(text)")
  }
}
