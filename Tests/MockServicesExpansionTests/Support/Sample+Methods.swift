import Testing

extension Sample {
  /// `@MockMethod`: declarations and their generated bodies.
  static let methods: [Sample] = [
    method(
      "returning and throwing", "func load(_ id: Int) async throws -> Int",
      """
      let _call = self.sequencer._call("load", [MockServices.MockArgument("id", id)])
      return try await _call.value(MockServices._MockCodec(decoding: Int.self), throwing: (any \
      Swift.Error).self)
      """),
    method(
      "returning, not throwing", "func load() async -> [String]",
      """
      let _call = self.sequencer._call("load")
      return await _call.value(MockServices._MockCodec(decoding: ([String]).self), throwing: \
      Swift.Never.self)
      """),
    method(
      "no result, throwing", "func save(text: String) async throws",
      """
      let _call = self.sequencer._call("save", [MockServices.MockArgument("text", text)])
      try await _call.perform(throwing: (any Swift.Error).self)
      """),
    method(
      "no result, not throwing", "func save() async",
      """
      let _call = self.sequencer._call("save")
      await _call.perform(throwing: Swift.Never.self)
      """),
    method(
      "typed errors", "func load(code: Int) async throws(AppError) -> Int",
      """
      let _call = self.sequencer._call("load", [MockServices.MockArgument("code", code)])
      return try await _call.value(MockServices._MockCodec(decoding: Int.self), throwing: \
      (AppError).self)
      """),
    method(
      "typed errors, no result", "func save() async throws(AppError)",
      """
      let _call = self.sequencer._call("save")
      try await _call.perform(throwing: (AppError).self)
      """),
    method(
      "any error", "func load() async throws(any Error) -> Int",
      """
      let _call = self.sequencer._call("load")
      return try await _call.value(MockServices._MockCodec(decoding: Int.self), throwing: (any \
      Swift.Error).self)
      """),
    method(
      "never an error", "func load() async throws(Never) -> Int",
      """
      let _call = self.sequencer._call("load")
      return await _call.value(MockServices._MockCodec(decoding: Int.self), throwing: \
      Swift.Never.self)
      """),
    method(
      "labels that give way to names",
      "func move(_ a: Int, end b: Int, to c: Int, to d: Int, x: Int) async throws",
      """
      let _call = self.sequencer._call("move", [MockServices.MockArgument("a", a), \
      MockServices.MockArgument("b", b), MockServices.MockArgument("c", c), \
      MockServices.MockArgument("d", d), MockServices.MockArgument("x", x)])
      try await _call.perform(throwing: (any Swift.Error).self)
      """),
    method(
      "names that are keywords", "func load(in: Int, `for`: Int, self other: Int) async throws",
      """
      let _call = self.sequencer._call("load", [MockServices.MockArgument("in", `in`), \
      MockServices.MockArgument("for", `for`), MockServices.MockArgument("self", other)])
      try await _call.perform(throwing: (any Swift.Error).self)
      """),
    method(
      "what is no data",
      "func each(_ body: @escaping (Int) -> Void, isolation: isolated (any Actor)?, n: inout Int) async throws",
      """
      let _call = self.sequencer._call("each", [MockServices.MockArgument("n", n)])
      try await _call.perform(throwing: (any Swift.Error).self)
      """),
    method(
      "owned arguments", "func take(_ a: consuming Int, b: borrowing Int) async throws",
      """
      let _call = self.sequencer._call("take", [MockServices.MockArgument("a", copy a), \
      MockServices.MockArgument("b", copy b)])
      try await _call.perform(throwing: (any Swift.Error).self)
      """),
    method(
      "a generic result", "func load<T: Decodable>(_ type: T.Type) async throws -> [T]",
      """
      let _call = self.sequencer._call("load", [MockServices.MockArgument("type", type)])
      return try await _call.value(MockServices._MockCodec(([T]).self, candidates: []), throwing: (any \
      Swift.Error).self)
      """),
    method(
      "an optional generic result", "func load<T>() async -> T? where T: Decodable",
      """
      let _call = self.sequencer._call("load")
      return await _call.value(MockServices._MockCodec((T?).self, candidates: []), throwing: \
      Swift.Never.self)
      """),
    method(
      "an unwrapped result", "func load() async throws -> Int!",
      """
      let _call = self.sequencer._call("load")
      return try await _call.value(MockServices._MockCodec(decoding: (Int?).self), throwing: (any \
      Swift.Error).self)
      """),
    method(
      "a stream", "func values(of key: String) -> AsyncThrowingStream<Int, any Error>",
      """
      return self.sequencer._call("values", [MockServices.MockArgument("of", key)]).stream(of: \
      Int.self)
      """),
    method(
      "a stream that is awaited", "func values() async throws -> AsyncThrowingStream<Int, Error>",
      """
      return self.sequencer._call("values").stream(of: Int.self)
      """),
    method(
      "a stream without errors", "func values() -> AsyncStream<Int>",
      """
      return self.sequencer._call("values").unfailingStream(of: Int.self)
      """),
    method(
      "a sequence", "func values() async -> any AsyncSequence<Int, any Error> & Sendable",
      """
      return self.sequencer._call("values").stream(of: Int.self)
      """),
  ]

  private static func method(_ title: String, _ declaration: String, _ body: String) -> Sample {
    Sample(
      title: title, source: "actor S {\n  @MockMethod \(declaration)\n}",
      output: "actor S {\n  \(declaration) {\n    \(body.replacing("\n", with: "\n    "))\n  }\n}")
  }
}
