import Testing

extension Sample {
  /// `@MockMethod`: the declaration, and the body that it gets.
  static let methods: [Sample] = [
    method(
      "returning and throwing", "func load(_ id: Int) async throws -> Int",
      "BODY"),
    method(
      "returning, not throwing", "func load() async -> [String]",
      "BODY"),
    method(
      "no result, throwing", "func save(text: String) async throws",
      "BODY"),
    method(
      "no result, not throwing", "func save() async",
      "BODY"),
    method(
      "typed errors", "func load(code: Int) async throws(AppError) -> Int",
      "BODY"),
    method(
      "typed errors, no result", "func save() async throws(AppError)",
      "BODY"),
    method(
      "any error", "func load() async throws(any Error) -> Int",
      "BODY"),
    method(
      "never an error", "func load() async throws(Never) -> Int",
      "BODY"),
    method(
      "labels that give way to names", "func move(_ a: Int, end b: Int, to c: Int, to d: Int, x: Int) async throws",
      "BODY"),
    method(
      "names that are keywords", "func load(in: Int, `for`: Int, self other: Int) async throws",
      "BODY"),
    method(
      "what is no data", "func each(_ body: @escaping (Int) -> Void, isolation: isolated (any Actor)?, n: inout Int) async throws",
      "BODY"),
    method(
      "owned arguments", "func take(_ a: consuming Int, b: borrowing Int) async throws",
      "BODY"),
    method(
      "a generic result", "func load<T: Decodable>(_ type: T.Type) async throws -> [T]",
      "BODY"),
    method(
      "an optional generic result", "func load<T>() async -> T? where T: Decodable",
      "BODY"),
    method(
      "an unwrapped result", "func load() async throws -> Int!",
      "BODY"),
    method(
      "a stream", "func values(of key: String) -> AsyncThrowingStream<Int, any Error>",
      "BODY"),
    method(
      "a stream that is awaited", "func values() async throws -> AsyncThrowingStream<Int, Error>",
      "BODY"),
    method(
      "a stream without errors", "func values() -> AsyncStream<Int>",
      "BODY"),
    method(
      "a sequence", "func values() async -> any AsyncSequence<Int, any Error> & Sendable",
      "BODY"),
  ]

  private static func method(_ title: String, _ declaration: String, _ body: String) -> Sample {
    Sample(
      title: title, source: "actor S {\n  @MockMethod \(declaration)\n}",
      output: "actor S {\n  \(declaration) {\n    \(body)\n  }\n}")
  }
}
