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
        OUT
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
        OUT
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
        OUT
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
        OUT
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
        OUT
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
        OUT
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
        OUT
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
        OUT
        """),
  ]
}
