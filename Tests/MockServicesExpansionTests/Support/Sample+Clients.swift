import Testing

extension Sample {
  /// `@Mocked` on structs of closures.
  static let clients: [Sample] = [
    Sample(
      title: "a struct of closures",
      source: """
        @Mocked(errors: AppError.self)
        public struct ItemClient: Sendable {
          public var load: @Sendable (_ id: Int, String, URL?) async throws -> [Item]
          public var end: () -> Void
          var size = 1
        }
        """,
      output: """

        public struct ItemClient: Sendable {
          public var load: @Sendable (_ id: Int, String, URL?) async throws -> [Item]
          public var end: () -> Void
          var size = 1
        }

        extension ItemClient {
          /// Returns a client whose closures respond from a scenario.
          ///
          /// - Parameter source: The scenario. The current one by default.
          public static func mocked(by source: (any MockServices.MockSequencerSource)? = nil) -> \
        Self {
            let core = MockServices._MockServiceCore.ofClient("ItemClient", in: source) {
              var contract = MockServices._MockContract("ItemClient", errors: AppError.self)
              contract.methods.append(MockServices._MockContract.Method("load", \
        [MockServices._MockContract.Method.Parameter("id", "Int", Int.self), \
        MockServices._MockContract.Method.Parameter("string", "String", String.self), \
        MockServices._MockContract.Method.Parameter("url", "URL?", (URL?).self)], returns: \
        "[Item]", as: ([Item]).self, isAsync: true, canThrow: true, waits: true))
              contract.methods.append(MockServices._MockContract.Method("end"))
              return contract
            }
            let _load: @Sendable (_ id: Int, String, URL?) async throws -> [Item] = { argument1, \
        argument2, argument3 in
              let call = core.call("load", [MockServices.MockArgument("id", argument1), \
        MockServices.MockArgument("string", argument2), MockServices.MockArgument("url", \
        argument3)], converting: AppError.self)
              return try await call.value(MockServices._MockCodec(([Item]).self), throwing: (any \
        Swift.Error).self)
            }
            let _end: () -> Void = {
              let call = core.call("end", converting: AppError.self)
              call.perform(throwing: Swift.Never.self)
            }
            return Self(load: _load, end: _end)
          }
        }
        """),
    Sample(
      title: "a struct of closures with an initializer",
      source: """
        @Mocked
        struct ItemClient {
          var load: (Int, Int) throws(AppError) -> Bool
          var stop: () -> Void = {}
          init(load: @escaping (Int, Int) throws(AppError) -> Bool) { self.load = load }
        }
        """,
      output: """

        struct ItemClient {
          var load: (Int, Int) throws(AppError) -> Bool
          var stop: () -> Void = {}
          init(load: @escaping (Int, Int) throws(AppError) -> Bool) { self.load = load }
        }

        extension ItemClient {
          /// Returns a client whose closures respond from a scenario.
          ///
          /// - Parameter source: The scenario. The current one by default.
          static func mocked(by source: (any MockServices.MockSequencerSource)? = nil) -> Self {
            let core = MockServices._MockServiceCore.ofClient("ItemClient", in: source) {
              var contract = MockServices._MockContract("ItemClient")
              contract.methods.append(MockServices._MockContract.Method("load", \
        [MockServices._MockContract.Method.Parameter("int1", "Int", Int.self), \
        MockServices._MockContract.Method.Parameter("int2", "Int", Int.self)], returns: "Bool", \
        as: Bool.self, canThrow: true))
              contract.methods.append(MockServices._MockContract.Method("stop"))
              return contract
            }
            let _load: (Int, Int) throws(AppError) -> Bool = { argument1, argument2 in
              let call = core.call("load", [MockServices.MockArgument("int1", argument1), \
        MockServices.MockArgument("int2", argument2)])
              return try call.value(MockServices._MockCodec(Bool.self), throwing: (AppError).self)
            }
            let _stop: () -> Void = {
              let call = core.call("stop")
              call.perform(throwing: Swift.Never.self)
            }
            var client = Self(load: _load)
            client.stop = _stop
            return client
          }
        }
        """),
  ]
}
