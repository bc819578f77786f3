import Testing

extension Sample {
  /// `@MockMethod`: the declaration, and the body that it gets.
  static let methods: [Sample] = [
    method(
      "returning and throwing", "func load(_ id: Int) async throws -> Int",
      """
      try await self.sequencer.nextDecodedValue(for: "load", arguments: \
      [MockServices.MockArgument("id", id)], as: Int.self)
      """),
    method(
      "returning, not throwing", "func load() async -> [String]",
      """
      await self.sequencer.requiredValue(for: "load", as: [String].self)
      """),
    method(
      "no result, throwing", "func save(text: String) async throws",
      """
      try await self.sequencer.recordVoidCall(for: "save", arguments: \
      [MockServices.MockArgument("text", text)])
      """),
    method(
      "no result, not throwing", "func save() async",
      """
      await self.sequencer.recordSilentCall(for: "save")
      """),
    method(
      "typed errors", "func load(code: Int) async throws(AppError) -> Int",
      """
      try await self.sequencer.nextDecodedValue(for: "load", arguments: \
      [MockServices.MockArgument("code", code)], as: Int.self, throwing: AppError.self)
      """),
    method(
      "typed errors, no result", "func save() async throws(AppError)",
      """
      try await self.sequencer.recordVoidCall(for: "save", throwing: AppError.self)
      """),
    method(
      "any error", "func load() async throws(any Error) -> Int",
      """
      try await self.sequencer.nextDecodedValue(for: "load", as: Int.self)
      """),
    method(
      "never an error", "func load() async throws(Never) -> Int",
      """
      await self.sequencer.requiredValue(for: "load", as: Int.self)
      """),
    method(
      "labels that give way to names",
      "func move(_ a: Int, end b: Int, to c: Int, to d: Int, x: Int) async throws",
      """
      try await self.sequencer.recordVoidCall(for: "move", arguments: \
      [MockServices.MockArgument("a", a), MockServices.MockArgument("b", b), \
      MockServices.MockArgument("c", c), MockServices.MockArgument("d", d), \
      MockServices.MockArgument("x", x)])
      """),
    method(
      "names that are keywords", "func load(in: Int, `for`: Int, self other: Int) async throws",
      """
      try await self.sequencer.recordVoidCall(for: "load", arguments: \
      [MockServices.MockArgument("in", `in`), MockServices.MockArgument("for", `for`), \
      MockServices.MockArgument("self", other)])
      """),
    method(
      "what is no data",
      "func each(_ body: @escaping (Int) -> Void, isolation: isolated (any Actor)?, n: inout Int) async throws",
      """
      try await self.sequencer.recordVoidCall(for: "each", arguments: \
      [MockServices.MockArgument("n", n)])
      """),
    method(
      "owned arguments", "func take(_ a: consuming Int, b: borrowing Int) async throws",
      """
      try await self.sequencer.recordVoidCall(for: "take", arguments: \
      [MockServices.MockArgument("a", copy a), MockServices.MockArgument("b", copy b)])
      """),
    method(
      "a generic result", "func load<T: Decodable>(_ type: T.Type) async throws -> [T]",
      """
      try await self.sequencer.nextDecodedValue(for: "load", arguments: \
      [MockServices.MockArgument("type", type)], as: MockServices.MockDecoded<[T]>.self).value
      """),
    method(
      "an optional generic result", "func load<T>() async -> T? where T: Decodable",
      """
      await self.sequencer.requiredValue(for: "load", as: \
      MockServices.MockDecoded<T>?.self)?.value
      """),
    method(
      "an unwrapped result", "func load() async throws -> Int!",
      """
      try await self.sequencer.nextDecodedValue(for: "load", as: Int?.self)
      """),
    method(
      "a stream", "func values(of key: String) -> AsyncThrowingStream<Int, any Error>",
      """
      self.sequencer.deferredStream(for: "values", arguments: [MockServices.MockArgument("of", \
      key)], as: Int.self)
      """),
    method(
      "a stream that is awaited", "func values() async throws -> AsyncThrowingStream<Int, Error>",
      """
      await self.sequencer.stream(for: "values", as: Int.self)
      """),
    method(
      "a stream without errors", "func values() -> AsyncStream<Int>",
      """
      self.sequencer.deferredStream(for: "values", as: Int.self).reportingErrors(of: "values", \
      self.sequencer)
      """),
    method(
      "a sequence", "func values() async -> any AsyncSequence<Int, any Error> & Sendable",
      """
      await self.sequencer.stream(for: "values", as: Int.self)
      """),
  ]

  private static func method(_ title: String, _ declaration: String, _ body: String) -> Sample {
    Sample(
      title: title, source: "actor S {\n  @MockMethod \(declaration)\n}",
      output: "actor S {\n  \(declaration) {\n    \(body)\n  }\n}")
  }
}
