import Testing

/// Every error a user can make, its location, and the source after each fix-it.
@Suite("Diagnostics of the macros")
struct DiagnosticTests {
  struct ErrorCase: CustomTestStringConvertible {
    var source: String
    var problem: String
    var fixed: [String] = []
    var testDescription: String { problem }
  }

  @Test("An error is shown at its location with a suggestion", arguments: errors)
  func error(_ row: ErrorCase) {
    let expansion = Expansion(row.source)
    #expect(expansion.problems == [row.problem])
    #expect(expansion.fixes.map(\.source) == row.fixed)
    for fixed in row.fixed { #expect(!Expansion(fixed).problems.contains(row.problem)) }
  }

  static let errors = methods + results + services + protocols + clients

  static func method(_ declaration: String) -> String {
    "actor S {\n  @MockMethod \(declaration)\n}"
  }

  static let methods = [
    ErrorCase(
      source: method("func load() async { print(1) }"),
      problem: "2:33: `load` has a body, which `@MockMethod` would replace;"
        + " remove the body or `@MockMethod`",
      fixed: [method("func load() async"), "actor S {\n  func load() async { print(1) }\n}"]),
    ErrorCase(
      source: method("static func load() async"),
      problem: "2:27: `load` is static, but responses belong to an instance; remove `static`, or"
        + " write the body yourself"),
    ErrorCase(
      source: "@MockMethod func load() async",
      problem: "1:18: `load` is not in a type; move it into one with `@MockService`"),
    ErrorCase(
      source: "actor S {\n  @MockMethod init()\n}",
      problem: "2:3: `@MockMethod` is for methods; remove it, and write the body yourself"),
    ErrorCase(
      source: method("func load(_: Int) async"),
      problem: "2:25: the parameter has no name, so its argument can't be recorded; give it"
        + " a name",
      fixed: [method("func load(_ argument1: Int) async")]),
    ErrorCase(
      source: method("func load<each T>(_ values: repeat each T) async"),
      problem: "2:25: `load` takes a parameter pack, whose arguments have no labels; write the"
        + " method yourself, and list it in `@Mocked`: `handwritten: \"load\"`"),
    ErrorCase(
      source: method("func load<T: ~Copyable>(_ value: borrowing T) async"),
      problem:
        "2:25: `T` is not copyable, but a mock copies the arguments that it records; remove `~Copyable`, or"
        + " write the method yourself"),
    ErrorCase(
      source: method("func load(_ body: () throws -> Void) async rethrows"),
      problem: "2:58: `load` rethrows, but a mock throws the configured error; write `throws`",
      fixed: [method("func load(_ body: () throws -> Void) async throws")]),
    ErrorCase(
      source: "actor S {\n  @MockMethod(\"\") func load() async\n}",
      problem: "2:15: a method's key must be a non-empty string literal without interpolation;"
        + " write the method's name"),
    ErrorCase(
      source: "actor S {\n  @MockMethod(\"a\\(1)\") func load() async\n}",
      problem: "2:15: a method's key must be a non-empty string literal without interpolation;"
        + " write the method's name"),
    ErrorCase(
      source: "actor S {\n  @MockMethod(ignoresErrors: true) func load() async throws\n}",
      problem: "2:30: `load` throws or returns a value, so it can't ignore errors; remove"
        + " `ignoresErrors`"),
  ]

  static let results =
    [
      (
        "some Equatable",
        "hides the type to decode; write a concrete type, or implement this member yourself"
      ),
      (
        "any Equatable",
        "does not name the type to decode; write a concrete type, or implement this member yourself"
      ),
      (
        "Any",
        "does not name the type to decode; write a concrete type, or implement this member yourself"
      ),
      (
        "(any P)?",
        "does not name the type to decode; write a concrete type, or implement this member yourself"
      ),
      ("Result<Int, E>", "cannot be decoded; return the value and throw the error"),
      ("Self", "would be the mock itself, which cannot be decoded; implement this member yourself"),
      (
        "AnyPublisher<Int, E>",
        "is a publisher; use an `AsyncThrowingStream`, or implement this member yourself"
      ),
      (
        "any Publisher<Int, E>",
        "is a publisher; use an `AsyncThrowingStream`, or implement this member yourself"
      ),
      (
        "CurrentValueSubject<Int, Never>",
        "is a publisher; use an `AsyncThrowingStream`, or implement this member yourself"
      ),
    ].map { type, problem in
      ErrorCase(
        source: method("func load() async -> \(type)"), problem: "2:36: `\(type)` \(problem)")
    } + [
      ErrorCase(
        source: method("func load() async -> (Int, String)"),
        problem:
          "2:36: the tuple type `(Int, String)` cannot be decoded; return a `Codable` struct, or"
          + " implement this member yourself"),
      ErrorCase(
        source: method("func load() async -> (Int) -> Void"),
        problem: "2:36: the function type `(Int) -> Void` cannot be decoded; implement this member"
          + " yourself"),
      ErrorCase(
        source: method("func load() -> AsyncThrowingStream<Int, E>"),
        problem:
          "2:30: `AsyncThrowingStream<Int, E>` throws only one type of error; write `any Error` as"
          + " its failure type",
        fixed: [method("func load() -> AsyncThrowingStream<Int, any Error>")]),
      ErrorCase(
        source: method("func load<T>(_ type: T.Type) async -> T"),
        problem: "2:25: `T` isn't declared as `Decodable`, so a response can't be decoded;"
          + " write `T: Decodable`",
        fixed: [method("func load<T: Decodable>(_ type: T.Type) async -> T")]),
    ]

  static let notAnActor =
    "`@MockService` needs an actor or a `@MainActor` class, not"

  static let services = [
    ErrorCase(
      source: "@MockService struct S {}",
      problem: "1:14: \(notAnActor) a struct; write `actor`", fixed: ["@MockService actor S {}"]),
    ErrorCase(
      source: "@MockService enum S {}", problem: "1:14: \(notAnActor) an enum; write `actor`"),
    ErrorCase(
      source: "@MockService extension S {}",
      problem: "1:14: \(notAnActor) an extension; write `actor`"),
    ErrorCase(
      source: "@MockService func s() {}", problem: "1:1: \(notAnActor) a function; write `actor`"),
    ErrorCase(
      source: "/// A service.\n@MockService final class S {}",
      problem: "2:20: \(notAnActor) a class without an actor; write `actor`",
      fixed: [
        "/// A service.\n@MockService final actor S {}",
        "/// A service.\n@MainActor @MockService final class S {}",
      ]),
    ErrorCase(
      source: "@MockService actor S {\n  let id: Int\n}",
      problem:
        "2:7: `id` has no initial value, and the generated initializer doesn't set it; give `id` a"
        + " value, or make it a `CurrentValueSubject`"),
    ErrorCase(
      source: "@MockService actor S {\n  let s: CurrentValueSubject<Int, Never> = .init(1)\n}",
      problem:
        "2:42: `s` gets its value from the configuration, not from an initial value; move the value to"
        + " `@MockDefault`",
      fixed: [
        "@MockService actor S {\n  @MockDefault(1) let s: CurrentValueSubject<Int, Never>\n}"
      ]),
    ErrorCase(
      source: "@MockService actor S {\n"
        + "  nonisolated let s: CurrentValueSubject<A, Never> = CurrentValueSubject(.off)\n}",
      problem:
        "2:52: `s` gets its value from the configuration, not from an initial value; move the value to"
        + " `@MockDefault`",
      fixed: [
        "@MockService actor S {\n"
          + "  @MockDefault(A.off) nonisolated let s: CurrentValueSubject<A, Never>\n}"
      ]),
    ErrorCase(
      source: "@MockService actor S {\n  let s = CurrentValueSubject<Int, Never>(1)\n}",
      problem:
        "2:11: `s` gets its value from the configuration, not from an initial value; move the value to"
        + " `@MockDefault`"),
    ErrorCase(
      source: "@MockService actor S {\n  let s: CurrentValueSubject<Int, any Error>\n}",
      problem: "2:10: `s` can fail, but shared state cannot; write `Never` as its failure type"),
    ErrorCase(
      source: "@MockService actor S {\n  @MockDefault(1) var s = 1\n}",
      problem:
        "2:3: `@MockDefault` is for a `CurrentValueSubject` without a value, but `s` is not one;"
        + " write the value after `=`"),
  ]

  static func client(_ text: String) -> String {
    "@Mocked struct C {\n  var load: () -> Int\n  \(text)\n}"
  }

  static let clients = [
    ErrorCase(
      source: "@Mocked struct C {\n  var size = 1\n}",
      problem:
        "1:9: `C` has no closures that a script can implement; write `@Mocked` on a protocol or a struct with"
        + " closures"),
    ErrorCase(
      source: client("var size: Int"),
      problem:
        "3:7: `size` isn't declared with a closure type, so a script can't implement it; write its type as"
        + " `(...) -> ...`, or give it a default value"),
    ErrorCase(
      source: client("var filter: Filter = { _ in true }"),
      problem:
        "3:7: the type of `filter` doesn't show the closure's parameters, so a script can't implement it; write its"
        + " type as `(...) -> ...`, or declare the alias in the struct"),
    ErrorCase(
      source: client("#if DEBUG\n  var find: () -> Int\n  #endif"),
      problem:
        "4:7: `find` is inside `#if`, so the initializer can't have a parameter for it; give it a value, such as"
        + " `= { ... }`, or move it out of the `#if`"),
    ErrorCase(
      source: client("let find: () -> Int = { 1 }"),
      problem:
        "3:7: `find` is a constant with a value, which a script can't replace; write `var`, or"
        + " remove the value"),
    ErrorCase(
      source: client("init(base: URL) { load = { 1 } }"),
      problem:
        "3:3: no initializer takes the closures by name; write one with `load:`, or move your"
        + " initializers to an extension"),
    ErrorCase(
      source: client("var find: () -> AsyncThrowingStream<Int, AppError>"),
      problem:
        "3:19: `AsyncThrowingStream<Int, AppError>` throws only one type of error; write `any Error`"
        + " as its failure type",
      fixed: [client("var find: () -> AsyncThrowingStream<Int, any Error>")]),
    ErrorCase(
      source: "@Mocked(handwritten: \"load\") struct C {\n  var load: () -> Int\n}",
      problem:
        "1:22: `handwritten:` is for protocols, and has no effect on a struct of closures; remove"
        + " it"),
  ]

  static func requirement(_ text: String) -> String { "@Mocked protocol P {\n  \(text)\n}" }

  static let protocols = [
    ErrorCase(
      source: "@Mocked class P {}",
      problem:
        "1:9: `@Mocked` is for a protocol or a struct of closures, not for a class;"
        + " write `@MockService` on your own mock"),
    ErrorCase(
      source: "@Mocked func p() {}",
      problem: "1:1: `@Mocked` is for a protocol or a struct of closures, not for a"
        + " function; write `@MockService` on your own mock"),
    ErrorCase(
      source: requirement("static func + (a: Self, b: Self) -> Self"),
      problem:
        "2:15: `+` is an operator, so a script can't name it; write it yourself, and list"
        + " it: `@Mocked(handwritten: \"+\")`"),
    ErrorCase(
      source: requirement("func load<each T>(_ values: repeat each T)"),
      problem:
        "2:13: `load` takes a parameter pack, whose arguments have no labels; write the method yourself,"
        + " and list it in `@Mocked`: `handwritten: \"load\"`"),
    ErrorCase(
      source: requirement("subscript<T: ~Copyable>(key: T) -> Int { get }"),
      problem:
        "2:13: `T` is not copyable, but a mock copies the arguments that it records; remove `~Copyable`, or"
        + " write the method yourself"),
    ErrorCase(
      source: requirement("var values: AsyncThrowingStream<Int, E> { get }"),
      problem:
        "2:15: `AsyncThrowingStream<Int, E>` throws only one type of error; write `any Error`"
        + " as its failure type",
      fixed: [requirement("var values: AsyncThrowingStream<Int, any Error> { get }")]),
    ErrorCase(
      source: requirement("func _mockService()"),
      problem: "2:8: the mock itself uses the name `_mockService`; choose another name"),
    ErrorCase(
      source: requirement("var _mocking: Int { get }"),
      problem: "2:7: the mock itself uses the name `_mocking`; choose another name"),
    ErrorCase(
      source: "@Mocked protocol P: Codable, Sendable {}",
      problem:
        "1:21: a script can't implement the requirements of `Codable`; implement them yourself, and write"
        + " `@Mocked(handwritten: \"Codable\")`"),
    ErrorCase(
      source: "@Mocked(inheriting: (any A).self) protocol P {}",
      problem: "1:21: the protocol does not inherit from `A`; remove `A`"),
    ErrorCase(
      source: "@Mocked protocol P: ~Copyable {}",
      problem:
        "1:21: `P` is not copyable, but a mock copies the arguments that it records; remove `~Copyable`, or"
        + " write the method yourself"),
    ErrorCase(
      source: "@Mocked @objc protocol P {}",
      problem: "1:9: `P` is an Objective-C protocol, which only an `NSObject` can implement; write"
        + " the mock yourself"),
    ErrorCase(
      source:
        "@Mocked(handwritten: \"lod\") protocol P {\n  func load() async\n  var a: Int { get }\n}",
      problem: "1:22: the protocol has no requirement `lod`; write one of `load`, `a`"),
    ErrorCase(
      source:
        "@Mocked(handwritten: \"ping\") protocol P: Sendable, Base.Q {\n  func load() async\n}",
      problem: "1:22: the protocol has no requirement `ping`; write one of `load`, `Base.Q`"),
  ]
}
