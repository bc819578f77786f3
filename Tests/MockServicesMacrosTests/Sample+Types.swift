import Testing

extension Sample {
  /// `@MockService` and `@Mocked`: the type, and all that is added.
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
            try await self.sequencer.nextDecodedValue(for: "a \\"b\\"", as: Int.self, \
        converting: AppError.self)
          }
          func two() async {
            await self.sequencer.recordSilentCall(for: "two", ignoresErrors: true)
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
            MockServices.MockServiceRegistration("Login", as: (any P).self) { sequencer, \
        receiver in
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
            let wiring = MockServices.MockPropertyWiring(sequencer)
            self.a = wiring.subject("a", default: {
                .on
              })
            self.b = wiring.subject("b")
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
            MockServices.MockServiceRegistration("P", as: (any App.P).self) { sequencer, \
        receiver in
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
    Sample(
      title: "a protocol",
      source: """
        @Mocked(errors: AppError.self)
        public protocol P: Sendable {
          func load(_: Int) async throws -> Int
          @discardableResult func save(_ text: String) async throws -> Bool
          var name: String { get }
          var limit: Int? { get set }
          var token: String { get async throws }
          var subject: CurrentValueSubject<Int, Never> { get }
          var values: AsyncStream<Int> { get }
          var errors: AsyncThrowingStream<Int, any Error> { get async }
          #if DEBUG
          mutating func debug() async
          #endif
        }
        """,
      output: """

        public protocol P: Sendable {
          func load(_: Int) async throws -> Int
          @discardableResult func save(_ text: String) async throws -> Bool
          var name: String { get }
          var limit: Int? { get set }
          var token: String { get async throws }
          var subject: CurrentValueSubject<Int, Never> { get }
          var values: AsyncStream<Int> { get }
          var errors: AsyncThrowingStream<Int, any Error> { get async }
          #if DEBUG
          mutating func debug() async
          #endif
        }

        public final class MockP: P, MockServices.MockedService, Swift.Sendable {
          public nonisolated let mocking: MockServices.MockServiceCore

          public nonisolated init(sequencer: MockServices.MockCallSequencer) {
            mocking = MockServices.MockServiceCore(sequencer)
          }

          public nonisolated init(configuration: MockServices.MockServiceEntry, sharedState: \
        MockServices.MockSharedState? = nil) {
            mocking = MockServices.MockServiceCore(configuration: configuration, sharedState: \
        sharedState, service: "P")
          }

          public nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
            MockServices.MockServiceRegistration("P", as: (any P).self) { sequencer, receiver in
              receiver.receive(MockP(sequencer: sequencer), as: (any P).self)
            }
          }
        }

        extension P where Self: MockServices.MockedService {
          public func load(_ argument1: Int) async throws -> Int {
            try await self.mocking.sequencer.nextDecodedValue(for: "load", arguments: \
        [MockServices.MockArgument("argument1", argument1)], as: Int.self, converting: \
        AppError.self)
          }

          @discardableResult public func save(_ text: String) async throws -> Bool {
            try await self.mocking.sequencer.nextDecodedValue(for: "save", arguments: \
        [MockServices.MockArgument("text", text)], as: Bool.self, converting: AppError.self)
          }

          public var name: String {
            self.mocking.value(of: "name", as: String.self)
          }

          public var limit: Int? {
            get {
              self.mocking.value(of: "limit", as: Int?.self)
            }
            set {
              self.mocking.setValue(of: "limit", to: newValue)
            }
          }

          public var token: String {
            get async throws {
              try await self.mocking.sequencer.nextDecodedValue(for: "token", as: String.self, \
        converting: AppError.self)
            }
          }

          public var subject: CurrentValueSubject<Int, Never> {
            self.mocking.subject("subject") { wiring in
              wiring.subject("subject")
            }
          }

          public var values: AsyncStream<Int> {
            get {
              self.mocking.sequencer.deferredStream(for: "values", as: \
        Int.self).reportingErrors(of: "values", self.mocking.sequencer)
            }
          }

          public var errors: AsyncThrowingStream<Int, any Error> {
            get async {
              await self.mocking.sequencer.stream(for: "errors", as: \
        Int.self).converting(AppError.self)
            }
          }

          #if DEBUG
          public func debug() async {
            await self.mocking.sequencer.recordSilentCall(for: "debug")
          }
          #endif
        }
        """),
    Sample(
      title: "a main-actor protocol, where it is available",
      source: """
        @available(macOS 15, *)
        @MainActor
        @Mocked
        protocol P {
          func load() async throws
        }
        """,
      output: """
        @available(macOS 15, *)
        @MainActor
        protocol P {
          func load() async throws
        }

        @available(macOS 15, *)
        @MainActor
        final class MockP: P, MockServices.MockedService, Swift.Sendable {
          nonisolated let mocking: MockServices.MockServiceCore

          nonisolated init(sequencer: MockServices.MockCallSequencer) {
            mocking = MockServices.MockServiceCore(sequencer)
          }

          nonisolated init(configuration: MockServices.MockServiceEntry, sharedState: \
        MockServices.MockSharedState? = nil) {
            mocking = MockServices.MockServiceCore(configuration: configuration, sharedState: \
        sharedState, service: "P")
          }

          nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
            MockServices.MockServiceRegistration("P", as: (any P).self) { sequencer, receiver in
              receiver.receive(MockP(sequencer: sequencer), as: (any P).self)
            }
          }
        }

        @available(macOS 15, *)
        extension P where Self: MockServices.MockedService {
          func load() async throws {
            try await self.mocking.sequencer.recordVoidCall(for: "load")
          }
        }
        """),
    Sample(
      title: "an actor protocol, with requirements by hand",
      source: """
        @Mocked(inheriting: (any Base).self, handwritten: "id", "make")
        package protocol P: Actor, Base {
          var id: Int { get }
          static func make() -> Self
          func load() async throws
        }
        """,
      output: """

        package protocol P: Actor, Base {
          var id: Int { get }
          static func make() -> Self
          func load() async throws
        }

        package actor MockP: P, MockServices.MockedService {
          package nonisolated let mocking: MockServices.MockServiceCore

          package init(sequencer: MockServices.MockCallSequencer) {
            mocking = MockServices.MockServiceCore(sequencer)
          }

          package init(configuration: MockServices.MockServiceEntry, sharedState: \
        MockServices.MockSharedState? = nil) {
            mocking = MockServices.MockServiceCore(configuration: configuration, sharedState: \
        sharedState, service: "P")
          }

          package nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
            MockServices.MockServiceRegistration("P", as: (any P).self) { sequencer, receiver in
              receiver.receive(MockP(sequencer: sequencer), as: (any P).self)
            }
          }
        }

        extension P where Self: MockServices.MockedService {
          package func load() async throws {
            try await self.mocking.sequencer.recordVoidCall(for: "load")
          }
        }
        """),
    Sample(
      title: "associated types",
      source: """
        @Mocked
        private protocol P: Sendable where Item: Sendable {
          associatedtype Item: Codable & Identifiable where Item.ID == Int
          associatedtype Other
          func load(_ other: Other) async throws -> Item
        }
        """,
      output: """

        private protocol P: Sendable where Item: Sendable {
          associatedtype Item: Codable & Identifiable where Item.ID == Int
          associatedtype Other
          func load(_ other: Other) async throws -> Item
        }

        private final class MockP<Item: Codable & Identifiable, Other>: P, \
        MockServices.MockedService, Swift.Sendable where Item.ID == Int, Item: Sendable {
          nonisolated let mocking: MockServices.MockServiceCore

          nonisolated init(sequencer: MockServices.MockCallSequencer) {
            mocking = MockServices.MockServiceCore(sequencer)
          }

          nonisolated init(configuration: MockServices.MockServiceEntry, sharedState: \
        MockServices.MockSharedState? = nil) {
            mocking = MockServices.MockServiceCore(configuration: configuration, sharedState: \
        sharedState, service: "P")
          }

          nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
            MockServices.MockServiceRegistration("P", as: (any P).self) { sequencer, receiver in
              receiver.receive(MockP(sequencer: sequencer), as: (any P).self)
            }
          }
        }

        extension P where Self: MockServices.MockedService {
          func load(_ other: Other) async throws -> Item {
            try await self.mocking.sequencer.nextDecodedValue(for: "load", arguments: \
        [MockServices.MockArgument("other", other)], as: \
        MockServices.MockDecoded<Item>.self).value
          }
        }
        """),
    Sample(
      title: "a protocol in a type",
      source: """
        enum Outer {
          @Mocked
          protocol P: Sendable {
            func load() async throws -> Int
          }
        }
        """,
      output: """
        enum Outer {
          protocol P: Sendable {
            func load() async throws -> Int
          }

          final class MockP: P, MockServices.MockedService, Swift.Sendable {
            nonisolated let mocking: MockServices.MockServiceCore

            nonisolated init(sequencer: MockServices.MockCallSequencer) {
              mocking = MockServices.MockServiceCore(sequencer)
            }

            nonisolated init(configuration: MockServices.MockServiceEntry, sharedState: \
        MockServices.MockSharedState? = nil) {
              mocking = MockServices.MockServiceCore(configuration: configuration, sharedState: \
        sharedState, service: "P")
            }

            nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
              MockServices.MockServiceRegistration("P", as: (any P).self) { sequencer, receiver in
                receiver.receive(MockP(sequencer: sequencer), as: (any P).self)
              }
            }

            func load() async throws -> Int {
              try await self.mocking.sequencer.nextDecodedValue(for: "load", as: Int.self)
            }
          }
        }
        """),
  ]
}
