import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

struct BasketItem: Codable, Sendable {
  var name: String
  var quantity: Int
}

enum BasketError: String, MockErrorConvertible, CaseIterable {
  case soldOut, offline
}

@Mocked(errors: BasketError.self)
protocol Baskets: Sendable {
  func add(item: BasketItem) async throws -> Int
  func addAll(items: [BasketItem]) async throws -> Int
  func find(text: String) async throws -> String
}

@Mocked
protocol BasketTracker: Sendable {
  func track(_ event: String) async
  func flush()
  func count() async throws -> Int
}

@Mocked
protocol BasketWallet: Sendable {
  var balance: Int { get }
  var owner: String { get }
}

private let item = BasketItem(name: "tea", quantity: 2)

@Suite("A service missing from the script")
struct UnscriptedServiceTests {
  static let script = #"service "Baskets" { find = reply "tea" }"#

  @Test("Methods without a result can be called", .scenario(source: script))
  func fireAndForget() async throws {
    await MockBasketTracker().track("opened")
    MockBasketTracker().flush()
    verify("BasketTracker.track", called: 1)
  }

  @Test(
    "A strict test reports the call",
    .issues(
      "the script has no service `BasketTracker`, which a mock calls; write"
        + " `service \"BasketTracker\" { ... }`, or stub its calls"),
    .scenario(source: script, strict: true, except: [.unusedResponses]))
  func strict() async throws { await MockBasketTracker().track("opened") }

  @Test(
    "A probable typo is always reported",
    .issues(
      "the script has no service `BasketTracker`, which a mock implements; did you misspell it as `BasketTrakcer`?"
    ),
    .scenario(source: #"service "BasketTrakcer" { track = reply() }"#))
  func misspelt() async throws { await MockBasketTracker().track("opened") }

  @Test(
    "Methods with a result need a response",
    .issues(
      "the script has no service `BasketTracker`, which a mock calls; write"
        + " `service \"BasketTracker\" { ... }`, or stub its calls"),
    .scenario(source: script))
  func result() async throws { _ = try? await MockBasketTracker().count() }
}

@Suite("Errors that could otherwise go unnoticed")
struct OversightTests {
  @Test(
    "An argument read by number",
    .issues(
      "script.lua:2: `args[1]` is always nil, because the arguments of `Baskets.find` have names; write `args.text`"
    ),
    .scenario(
      source: """
        service "Baskets" {
          find = function(args) return args[1] or "nothing" end,
        }
        """, name: "script.lua"))
  func number() async throws { #expect(try await MockBaskets().find(text: "tea") == "nothing") }

  @Test(
    "A nested argument name in a function",
    .issues(
      "script.lua:2: no call to `Baskets.add` has an argument `item.quantty`; did you mean `quantity`?"
    ),
    .scenario(
      source: """
        service "Baskets" {
          add = function(args) return args.item.quantty or 0 end,
        }
        """, name: "script.lua"))
  func nested() async throws { #expect(try await MockBaskets().add(item: item) == 0) }

  @Test(
    "A nested argument name read through a local",
    .issues(
      "script.lua:3: no call to `Baskets.add` has an argument `item.quantty`; did you mean `quantity`?"
    ),
    .scenario(
      source: """
        service "Baskets" {
          add = function(args) local item = args.item
            return item.quantty or 0
          end,
        }
        """, name: "script.lua"))
  func local() async throws { #expect(try await MockBaskets().add(item: item) == 0) }

  @Test(
    "A nested name in a list element",
    .issues(
      "script.lua:2: no call to `Baskets.addAll` has an argument `items[...].quantty`; did you mean `quantity`?"
    ),
    .scenario(
      source: """
        service "Baskets" {
          addAll = function(args) return args.items[1].quantty or 0 end,
        }
        """, name: "script.lua"))
  func element() async throws { #expect(try await MockBaskets().addAll(items: [item]) == 0) }

  @Test(
    "A nested name in a pattern",
    .issues(
      "script.lua:3: no call to `Baskets.add` has an argument `item.quantty`; did you mean `quantity`?"
    ),
    .scenario(
      source: """
        service "Baskets" {
          add = {
            when({ item = { quantty = 2 } }, reply(1)),
            reply(0),
          },
        }
        """, name: "script.lua"))
  func pattern() async throws { #expect(try await MockBaskets().add(item: item) == 0) }

  @Test(
    "Correct nested names aren't reported",
    .scenario(
      source: """
        service "Baskets" {
          add = {
            when({ item = { quantity = 2, note = is.absent } }, reply(1)),
            function(args) return args.item.quantity + #args.item.name end,
          },
          addAll = function(args) return #args.items + args.items[1].quantity end,
        }
        """))
  func right() async throws {
    #expect(try await MockBaskets().add(item: item) == 1)
    #expect(try await MockBaskets().add(item: BasketItem(name: "ab", quantity: 3)) == 5)
    #expect(try await MockBaskets().addAll(items: [item]) == 3)
  }

  @Test(
    "A code that the app's error doesn't list",
    .issues(
      "script.lua:1: `Baskets.find` fails with the code `soldout`, which `BasketError` doesn't have;"
        + " use one of its codes: `soldOut`, `offline`; did you mean `soldOut`?"),
    .scenario(source: #"service "Baskets" { find = fail "soldout" }"#, name: "script.lua"))
  func code() async throws { _ = try? await MockBaskets().find(text: "tea") }

  @Test(
    "A shared key with a property's name, but without a binding",
    .issues(
      "script.lua:1: `BasketWallet.balance` has a default value, because nothing binds it to the shared key `balance`;"
        + " write `service \"BasketWallet\" :bind \"balance\" { ... }`, or give it a value with"
        + " `:initial { balance = ... }`"),
    .scenario(source: #"shared { balance = 5 }"#, name: "script.lua"))
  func unbound() {
    let wallet = MockBasketWallet()
    #expect(wallet.balance == 0)
    #expect(wallet.owner == "")
  }

  @Test(
    "A bound key",
    .scenario(source: #"shared { balance = 5 } service "BasketWallet" :bind "balance" {}"#))
  func bound() { #expect(MockBasketWallet().balance == 5) }
}

@Suite("Messages that show the real cause", .serialized)
struct MisleadingMessageTests {
  @Test("A mock without a trait that has a stub, and one that returns nothing")
  func stubbed() async throws {
    let mock = MockBaskets()
    let stub = mock.on.find { _ in "stubbed" }
    defer { stub.remove() }
    #expect(try await mock.find(text: "tea") == "stubbed")
    await MockBasketTracker().track("opened")
  }

  private static let shared = Locked<MockBaskets?>(nil)

  @Test("A static mock belongs to the test that created it", .mocked)
  func first() async throws {
    let mock = MockBaskets()
    mock.on.find { $0 }
    Self.shared.withLock { $0 = mock }
    #expect(try await mock.find(text: "tea") == "tea")
  }

  @Test(
    "A static mock in another test",
    .issues(
      "`second()` calls `Baskets.find` on a mock or session that was created in `first()`, so the scenario of"
        + " `first()` responds and counts the call; create one in each test instead of a static or"
        + " global variable"),
    .mocked)
  func second() async throws {
    let mock = try #require(Self.shared.exchange(nil))
    for _ in 1...2 { #expect(try await mock.find(text: "tea") == "tea") }
  }

  @Test(
    "A path passed as script source",
    .issues(
      "script of path():1: the script source `plain.lua` looks like a path; to run the file, write"
        + " `.scenario(\"plain.lua\")` or `path:` instead of `source:`"),
    .scenario(source: "plain.lua"))
  func path() {}

  @Test(
    "Script source passed as a path",
    .issues(
      "script: the path looks like the source of a script; write `.scenario(source: ...)`, or `source:` instead of"
        + " `path:`"
    ),
    .scenario(#"service "S" { f = reply(1) }"#))
  func text() {}

  @Test("A runtime's path is relative to the working directory")
  func runtimePath() {
    let error = #expect(throws: ScenarioError.self) { try ScenarioRuntime(path: "no such.lua") }
    let text = "\(error.map { "\($0)" } ?? "")"
    #expect(text.contains("the path is looked up in the working directory only, `/"), "\(text)")
    #expect(text.contains("also look next to the test's source file"), "\(text)")
  }

  static let sources: [(source: String, text: String)] = [
    (
      #"service "S" { f = { when(text == "x", reply(1)) } }"#,
      "undeclared global `text`; a pattern is a table of arguments: write `when({ text = \"x\" }, ...)`"
    ),
    (
      #"service "S" { f = { when(args.amount > 3, reply(1)) } }"#,
      "undeclared global `args`; a pattern is a table of arguments: write `when({ amount = is.gt(3) }, ...)`"
    ),
    (
      #"service "S" { f = { when(amount <= 3, reply(1)) } }"#,
      "undeclared global `amount`; a pattern is a table of arguments: write `when({ amount = is.le(3) }, ...)`"
    ),
    (
      #"service "S" { f = { when(text, reply(1)) } }"#,
      "undeclared global `text`; a pattern is a table of arguments: write `when({ name = value }, ...)`"
    ),
    (
      #"service "S" { f = reply(Place("x")) }"#,
      "undeclared global `Place`; a script can't use the app's types: write a value as a table, as in"
        + " `reply { name = \"Ada\" }`, and a case as a string, as in `fail \"offline\"`"
    ),
    (
      #"service "S" { f = fail(AppError.offline) }"#,
      "undeclared global `AppError`; a script can't use the app's types: write a value as a table, as in"
        + " `reply { name = \"Ada\" }`, and a case as a string, as in `fail \"offline\"`"
    ),
    (
      #"service "S" { f = reply(Place(name = "x")) }"#,
      "')' expected near '='; write a table for named values, as in `{ name = value }`"
    ),
    (
      #"service "S" { f = reply(.open) }"#,
      "unexpected symbol near '.'; write a case as a string, as in `reply \"open\"` for `reply(.open)`"
    ),
    (
      #"service "S" { f = reply(1) :after "1s" }"#,
      "`:after` takes whole milliseconds (0 or more), not the string \"1s\"; write `:after(1000)`"
    ),
    (
      #"service "S" { f = stream { 1 } :every "0.5 s" }"#,
      "`:every` takes whole milliseconds (0 or more), not the string \"0.5 s\"; write `:every(500)`"
    ),
    (
      #"service "S" { f = reply(1) :after "soon" }"#,
      "`:after` takes whole milliseconds (0 or more), not the string \"soon\"; write `:after(250)`"
    ),
    (
      #"service "Login" { f = reply(1) } local x = Login.f {}"#,
      "undeclared global `Login`; write `services.Login.method { ... }` to call the service"
    ),
  ]

  @Test("Scripts with Swift syntax", arguments: sources)
  func source(_ row: (source: String, text: String)) {
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioRuntime(source: row.source, name: "a.lua")
    }
    #expect(error?.diagnostics.map { "\($0)" } == ["a.lua:1: \(row.text)"])
  }
}

@Suite("The end of a test")
struct EndOfTestTests {
  static let script = #"service "Baskets" { find = { when({ text = "tea" }, reply "tea") } }"#
  static let unmatched = """
    script.lua:1: no `when` of `Baskets.find` accepts { text = "coffee" }; add a `reply(...)` to the list, or a `when` for \
    these arguments:
      script.lua:1: `text`: expected "tea", found "coffee"
    """

  /// Computes for a few milliseconds, as a task can before it makes its call.
  private static func compute() {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .milliseconds(5) {}
  }

  @Test(
    "A failure in a task that outlives the test belongs to the test", .issues(unmatched),
    .scenario(source: script, name: "script.lua"), arguments: 1...20)
  func wrong(_ number: Int) {
    let mock = MockBaskets()
    Task {
      Self.compute()
      _ = try? await mock.find(text: "coffee")
    }
  }

  @Test(
    "A task that outlives the test can make its calls", .scenario(source: script),
    arguments: 1...20)
  func right(_ number: Int) {
    let mock = MockBaskets()
    Task {
      for _ in 1...3 {
        Self.compute()
        await Task.yield()
        _ = try? await mock.find(text: "tea")
      }
    }
  }

  @Test(
    "A verification before the call was awaited",
    .issues(
      "`BasketTracker.track` was called after the body of its test had ended, but a verification expected no call"
        + " to BasketTracker.track; await the code that calls it, and then verify"), .mocked)
  func early() throws {
    let mock = MockBasketTracker()
    let session = try #require(CurrentScenario.session)
    Task {
      while session.ending.withLock({ $0.firstAfterBody }) == nil { await Task.yield() }
      await mock.track("opened")
    }
    mock.verify.track().called(.never)
  }

  @Test("A verification replaced by a later one", .mocked)
  func replaced() async {
    let mock = MockBasketTracker()
    mock.verify.track().called(.never)
    await mock.track("opened")
    mock.verify.track().called(1)
    Task { mock.flush() }
  }

  @Test(
    "The end doesn't wait for sleeping or endless tasks", .scenario(source: script),
    .timeLimit(.minutes(30)))
  func endless() {
    Task { try await Task.sleep(for: .seconds(3600)) }
    Task { for await _ in AsyncStream<Int>.makeStream().stream {} }
  }

  @Test("An unfinished session reports its issues when it is released")
  func released() async throws {
    let issues = try await recordedIssues {
      let session = try ScenarioSession(source: Self.script, name: "script.lua")
      _ = try? await MockBaskets(session.runtime).find(text: "coffee")
    }
    #expect(issues.map(\.text) == [Self.unmatched])
    let finished = try await recordedIssues {
      let session = try ScenarioSession(source: Self.script, name: "script.lua")
      _ = try? await MockBaskets(session.runtime).find(text: "coffee")
      #expect(session.finish().count == 1)
    }
    #expect(finished.isEmpty)
  }
}
