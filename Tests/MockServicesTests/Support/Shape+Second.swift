import Foundation
import MockLua
import MockServices

extension Shape {
  static let all = first + second

  static let second: [Shape] = [
    Shape(
      "func a() -> [String: any Sendable]", "Shape38",
      #"a = reply { b = true }"#
    ) { runtime in
      let mock = MockShape38(runtime)
      return mock.a()["b"] as? Bool == true
    },
    Shape(
      "a result that is a `MockValue`", "Shape39",
      #"a = reply(2)"#
    ) { runtime in
      let mock = MockShape39(runtime)
      return mock.a() == .playing(rate: 2)
    },
    Shape(
      "func a() throws -> [Playback]?", "Shape40",
      #"a = reply { "stopped" }"#
    ) { runtime in
      let mock = MockShape40(runtime)
      return try mock.a() == [.stopped]
    },
    Shape(
      "func a() -> AsyncStream<Int>", "Shape41",
      #"a = stream { 1, 2 }"#
    ) { runtime in
      let mock = MockShape41(runtime)
      return try await mock.a().collected() == [1, 2]
    },
    Shape(
      "func a() throws -> AsyncThrowingStream<Int, any Error>", "Shape42",
      #"a = stream { 1 }"#
    ) { runtime in
      let mock = MockShape42(runtime)
      return try await mock.a().collected() == [1]
    },
    Shape(
      "func a() -> any AsyncSequence<Int, any Error>", "Shape43",
      #"a = stream { 3 }"#
    ) { runtime in
      guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return true }
      let mock = MockShape43(runtime)
      return try await firstValue(of: mock.a()) == 3
    },
    Shape(
      "func a() -> Self", "Shape44",
      #"a = reply()"#
    ) { runtime in
      let mock = MockShape44(runtime)
      return mock.a() === mock
    },
    Shape(
      "static func a() -> Int", "Shape45",
      #"a = reply(4)"#
    ) { runtime in
      current(runtime) { MockShape45.a() } == 4
    },
    Shape(
      "static var a: Int { get throws }", "Shape46",
      #"a = reply(5)"#
    ) { runtime in
      try current(runtime) { try MockShape46.a } == 5
    },
    Shape(
      "init(id: Int)", "Shape47",
      #"init = reply()"#
    ) { runtime in
      current(runtime) { MockShape47(id: 3).sequencer.service } == "Shape47"
    },
    Shape(
      "init(id: Int) async throws", "Shape48",
      #"init = fail "no""#
    ) { runtime in
      await codeOfErrorLater {
        _ = try await currentAsync(runtime) { try await MockShape48(id: 3) }
      } == "no"
    },
    Shape(
      "subscript(id: Int)", "Shape49",
      #"subscript = reply "s""#
    ) { runtime in
      let mock = MockShape49(runtime)
      return mock[7] == "s"
    },
    Shape(
      "a subscript that is set", "Shape50",
      #"subscript = reply "s""#
    ) { runtime in
      let mock = MockShape50(runtime)
      return {
        var mock = mock
        mock[7] = "t"
        return mock[7] == "s"
      }()
    },
    Shape(
      "var a: Int { get async throws }", "Shape51",
      #"a = reply(3)"#
    ) { runtime in
      let mock = MockShape51(runtime)
      return try await mock.a == 3
    },
    Shape(
      "var a: Int { get throws }", "Shape52",
      #"a = fail "no""#
    ) { runtime in
      let mock = MockShape52(runtime)
      return codeOfError { try mock.a } == "no"
    },
    Shape(
      "var a: Int { get }", "Shape53",
      #"a = reply(3)"#
    ) { runtime in
      let mock = MockShape53(runtime)
      return mock.a == 3
    },
    Shape(
      "var a: (() -> Void)? { get set }", "Shape54",
      #"a = reply()"#
    ) { runtime in
      let mock = MockShape54(runtime)
      return {
        var mock = mock
        mock.a = {}
        return mock.a != nil
      }()
    },
    Shape(
      "var a: Playback { get set }", "Shape55",
      #"a = reply()"#
    ) { runtime in
      let mock = MockShape55(runtime)
      return {
        var mock = mock
        mock.a = .stopped
        return mock.a == .stopped
      }()
    },
    Shape(
      "var a: AsyncStream<Int> { get }", "Shape56",
      #"a = stream { 4 }"#
    ) { runtime in
      let mock = MockShape56(runtime)
      return try await mock.a.collected() == [4]
    },
    Shape(
      "var a: CurrentValueSubject<Int, Never> { get }", "Shape57",
      #"a = reply()"#
    ) { runtime in
      let mock = MockShape57(runtime)
      return mock.a.value == 0
    },
    Shape(
      "func a(completion: @escaping (Result<Int, VaultError>) -> Void)", "Shape58",
      #"a = reply(3)"#
    ) { runtime in
      let mock = MockShape58(runtime)
      return await value { mock.a(completion: $0) } == .success(3)
    },
    Shape(
      "func a(completion: @escaping (Int?, (any Error)?) -> Void)", "Shape59",
      #"a = reply(3)"#
    ) { runtime in
      let mock = MockShape59(runtime)
      return await value { done in mock.a { value, _ in done(value) } } == 3
    },
    Shape(
      "func a(completion: @escaping () -> Void)", "Shape60",
      #"a = reply()"#
    ) { runtime in
      let mock = MockShape60(runtime)
      return await value { (done: @escaping @Sendable (Bool) -> Void) in mock.a { done(true) } }
    },
    Shape(
      "an optional closure behind a typealias", "Shape61",
      #"a = reply { id = 1, cents = 2 }"#
    ) { runtime in
      let mock = MockShape61(runtime)
      mock.a(completion: nil)
      return runtime.log.calls("Shape61.a").map(\.outcome) == [.returned(["cents": 2, "id": 1])]
    },
    Shape(
      "a completion handler behind a typealias", "Shape62",
      #"a = reply { id = 1, cents = 2 }"#
    ) { runtime in
      let mock = MockShape62(runtime)
      return try await value { mock.a(then: $0) }.get().id == 1
    },
    Shape(
      "mutating func a() -> Int", "Shape63",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape63(runtime)
      return {
        var mock = mock
        return mock.a() == 1
      }()
    },
    Shape(
      "@discardableResult func a() -> Int", "Shape64",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape64(runtime)
      return mock.a() == 1
    },
    Shape(
      "nonisolated(nonsending) func a() async -> Int", "Shape65",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape65(runtime)
      return await mock.a() == 1
    },
    Shape(
      "@MainActor func a() -> Int", "Shape66",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape66(runtime)
      return await mock.a() == 1
    },
    Shape(
      "a requirement of an actor", "Shape67",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape67(runtime)
      return await mock.a() == 1
    },
    Shape(
      "func a(_ value: consuming String, _ other: borrowing String) -> Int", "Shape68",
      #"a = function(args) return #args.value + #args.other end"#
    ) { runtime in
      let mock = MockShape68(runtime)
      return mock.a("a", "bc") == 3
    },
    Shape(
      "func a(isolation: isolated (any Actor)?) async -> Int", "Shape69",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape69(runtime)
      return await mock.a(isolation: nil) == 1
    },
    Shape(
      "refining Hashable and Error", "Shape70",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape70(runtime)
      return mock.a() == 1
    },
    Shape(
      "refining CustomStringConvertible", "Shape71",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape71(runtime)
      return mock.description == "MockShape71" && mock.a() == 1
    },
    Shape(
      "refining NSObjectProtocol", "Shape72",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape72(runtime)
      return mock.isEqual(mock) && mock.a() == 1
    },
    Shape(
      "an associated type", "Shape73",
      #"a = reply(1)"#
    ) { runtime in
      let mock = MockShape73<Int>(runtime)
      return try mock.a() == 1
    },
    Shape(
      "an associated type without bounds", "Shape74",
      #"a = reply { 1 }"#
    ) { runtime in
      let mock = MockShape74<Int>(runtime)
      return try mock.a(2) == [1]
    },
  ]
}
