import Testing

extension Sample {
  /// `@MockService` and `@Mocked`: types and everything that is added.
  static let types: [Sample] = [
    Sample(
      title: "keys and errors of a service",
      source: """
        @MockService("Login", errors: AppError.self)
        public actor S: Sendable, P {
          @MockMethod("a \\"b\\"") func one() async throws -> Int
          @MockMethod(nil, ignoresErrors: true) func two() async
          func load(id: Int) async throws
          func load(id: Int, limit: Int) async throws -> Int
          func load(id: String) async
          func helper() -> Int { 1 }
        }
        """,
      output: """

        public actor S: Sendable, P {
          func one() async throws -> Int {
            let _call = self.sequencer._call("a \\"b\\"", converting: AppError.self)
            return try await _call.value(MockServices._MockCodec(decoding: Int.self), throwing: \
        (any Swift.Error).self)
          }
          func two() async {
            let _call = self.sequencer._call("two", converting: AppError.self, ignoresErrors: true)
            await _call.perform(throwing: Swift.Never.self)
          }
          @MockServices.MockMethod("load(id: Int)")
          func load(id: Int) async throws
          @MockServices.MockMethod("load(id:limit:)")
          func load(id: Int, limit: Int) async throws -> Int
          @MockServices.MockMethod("load(id: String)")
          func load(id: String) async
          func helper() -> Int { 1 }

          private let sequencer: MockServices.MockCallSequencer

          public init(sequencer: MockServices.MockCallSequencer) {
            self.sequencer = sequencer
          }

          public init(
            configuration: MockServices.MockServiceEntry,
            sharedState: MockServices.MockSharedState? = nil
          ) {
            self.init(
              sequencer: MockServices.MockCallSequencer(
                entry: configuration, sharedState: sharedState, service: "Login"))
          }
        }

        extension S: MockServices.RegisteredMock {
          public nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
            MockServices.MockServiceRegistration("Login", as: (any P).self) { sequencer, receiver in
              receiver.receive(S(sequencer: sequencer), as: (any P).self)
            }
          }
        }
        """),
    Sample(
      title: "properties of a service",
      source: """
        @MockService
        @MainActor
        final class S: App.P {
          @MockDefault(.on) let a: CurrentValueSubject<Bool, Never>
          let b: CurrentValueSubject<Int, Never>?
          var log: [String] = []
        }
        """,
      output: """

        @MainActor
        final class S: App.P {
          let a: CurrentValueSubject<Bool, Never>
          let b: CurrentValueSubject<Int, Never>?
          var log: [String] = []

          private let sequencer: MockServices.MockCallSequencer

          init(sequencer: MockServices.MockCallSequencer) {
            self.sequencer = sequencer
            let wiring = MockServices._MockPropertyWiring(sequencer)
            self.a = wiring.subject("a", MockServices._MockPropertyCodec(Bool.self), default: {
                .on
              })
            self.b = wiring.subject("b", MockServices._MockPropertyCodec(Int.self))
          }

          convenience init(
            configuration: MockServices.MockServiceEntry,
            sharedState: MockServices.MockSharedState? = nil
          ) {
            self.init(
              sequencer: MockServices.MockCallSequencer(
                entry: configuration, sharedState: sharedState, service: "P"))
          }
        }

        extension S: MockServices.RegisteredMock {
          nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
            MockServices.MockServiceRegistration("P", as: (any App.P).self) { sequencer, receiver in
              receiver.receive(MainActor.assumeIsolated {
                  S(sequencer: sequencer)
                }, as: (any App.P).self)
            }
          }
        }
        """),
    Sample(
      title: "a service that has it all",
      source: """
        @MockService
        actor S {
          let sequencer: MockCallSequencer
          init(sequencer: MockCallSequencer) { self.sequencer = sequencer }
          init(configuration: MockServiceEntry, sharedState: MockSharedState? = nil) { fatalError() }
        }
        """,
      output: """

        actor S {
          let sequencer: MockCallSequencer
          init(sequencer: MockCallSequencer) { self.sequencer = sequencer }
          init(configuration: MockServiceEntry, sharedState: MockSharedState? = nil) { \
        fatalError() }
        }

        extension S: MockServices.RegisteredMock {
          nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
            MockServices.MockServiceRegistration("S", as: S.self) { sequencer, receiver in
              receiver.receive(S(sequencer: sequencer), as: S.self)
            }
          }
        }
        """),
  ]
}
