import Testing

extension Sample {
  /// `@Mocked` on actor protocols, nested protocols, and protocols with associated types.
  static let places: [Sample] = [
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
          nonisolated static var _mockService: Swift.String {
            "P"
          }

          nonisolated static var _mockContract: MockServices._MockContract {
            mockContractOfP
          }

          nonisolated let _mocking: MockServices._MockServiceCore

          nonisolated init(_mocking: MockServices._MockServiceCore) {
            self._mocking = _mocking
          }

            /// Creates a mock that passes calls through to a live service if the scenario uses \
        `passthrough()`.
          ///
          /// - Parameters:
          ///   - live: The service.
          ///   - source: The source of the other responses. The current scenario by default.
          nonisolated convenience init(
            passingTo live: any P, by source: (any MockServices.MockSequencerSource)? = nil
          ) {
            self.init(_mocking: .passing(to: live, by: source, as: Self._mockService, contract: \
        Self._mockContract))
          }
          nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
            MockServices.MockServiceRegistration("P", as: (any P).self, contract: _mockContract) \
        { sequencer, receiver in
              receiver.receive(MockP(sequencer: sequencer), as: (any P).self)
            }
          }
        }

        @available(macOS 15, *)
        nonisolated class PStubbing<Mock: P & MockServices.MockedService>: \
        MockServices._MockStubbing {
          struct Stub1 {
            let body: @MainActor @Sendable () async throws -> Swift.Void
          }

          /// Stubs `load` until the stub is removed or the scenario is reset.
          @discardableResult final func load(_ body: @MainActor @escaping @Sendable () async \
        throws -> Swift.Void, file: Swift.StaticString = #filePath, line: Swift.UInt = #line) -> \
        MockServices.MockStub<Swift.Void, any Swift.Error> {
            _add({ response in
                Stub1(body: {
                    try response()
                  })
              }, first: Stub1(body: body), file: file, line: line)
          }

          /// Stubs `load` until the stub is removed or the scenario is reset.
          final func load(file: Swift.StaticString = #filePath, line: Swift.UInt = #line) -> \
        MockServices.MockStub<Swift.Void, any Swift.Error> {
            _add({ response in
                Stub1(body: {
                    try response()
                  })
              }, file: file, line: line)
          }

          /// The methods of `verify`.
          nonisolated class PVerifying: MockServices._MockVerifying {
            /// Finds calls to `load`.
            final func load() -> MockServices.MockVerification<Swift.Void> {
              _calls("load", [:]) { _ in
              }
            }
          }
        }

        @available(macOS 15, *)
        extension P where Self: MockServices.MockedService {
          func load() async throws {
            var call = self._mocking.call("load")
            if let stub = call.stub(PStubbing<Self>.Stub1.self), try await call.run(throwing: \
        (any Swift.Error).self, { try await stub.body()
              }) != nil {
              return
            }
            if let live = call.live((any P).self), await call.passes(throwing: (any \
        Swift.Error).self) {
              let liveCall = MockServices._LiveCall((live))
              do {
                call.setResult(try await liveCall.value.load())
              } catch {
                call.setResult(throwing: error)
              }
            }
            try await call.perform(throwing: (any Swift.Error).self)
          }

          /// Adds stubs, which take precedence over the script for calls to this mock.
          nonisolated var on: PStubbing<Self> {
            PStubbing<Self>(_mocking: _mocking)
          }

          /// Verifies the calls to this mock, with the requirements' own types.
          nonisolated var verify: PStubbing<Self>.PVerifying {
            PStubbing<Self>.PVerifying(_mocking: _mocking)
          }

          /// Every mock of the protocol in the current scenario.
          nonisolated static var all: MockServices.MockInstances<PStubbing<Self>, \
        PStubbing<Self>.PVerifying, MockServices._MockPushing> {
            all(in: nil)
          }

          /// Every mock of the protocol in a scenario, such as a `ScenarioRuntime`.
          nonisolated static func all(in source: (any MockServices.MockSequencerSource)?) -> \
        MockServices.MockInstances<PStubbing<Self>, PStubbing<Self>.PVerifying, MockServices._MockPushing> {
            MockServices.MockInstances<PStubbing<Self>, \
        PStubbing<Self>.PVerifying, MockServices._MockPushing>(.ofService(_mockService, in: source))
          }

          nonisolated static var mockContractOfP: MockServices._MockContract {
            var contract = MockServices._MockContract("P")
            contract.methods.append(MockServices._MockContract.Method("load", isAsync: true, \
        canThrow: true, waits: true))
            return contract
          }

          nonisolated static func _mockContract(of type: (any P).Type) -> \
        MockServices._MockContract {
            mockContractOfP
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

        package actor MockP: P, MockServices.MockedService {  // Mark `Base` with `@Mocked`. If you \
        can't mark it, write its requirements in an extension of `MockP`, and list it: \
        `@Mocked(handwritten: "Base")`. If it has an associated type, name that type: `where Item: \
        Codable`.
          package nonisolated static var _mockService: Swift.String {
            "P"
          }

          package nonisolated static var _mockContract: MockServices._MockContract {
            mockContractOfP
          }

          package nonisolated let _mocking: MockServices._MockServiceCore

          package init(_mocking: MockServices._MockServiceCore) {
            self._mocking = _mocking
          }

          package nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
          MockServices.MockServiceRegistration("P", as: (any P).self, contract: _mockContract) { \
        sequencer, receiver in
            receiver.receive(MockP(sequencer: sequencer), as: (any P).self)
          }
          }
        }

        package nonisolated class PStubbing<Mock: P & MockServices.MockedService>: \
        BaseStubbing<Mock> {
          struct Stub1 {
            let body: nonisolated(nonsending) @Sendable () async throws -> Swift.Void
          }

          /// Stubs `load` until the stub is removed or the scenario is reset.
          @discardableResult package final func load(_ body: nonisolated(nonsending) @escaping \
        @Sendable () async throws -> Swift.Void, file: Swift.StaticString = #filePath, line: \
        Swift.UInt = #line) -> MockServices.MockStub<Swift.Void, any Swift.Error> {
            _add({ response in
                Stub1(body: {
                    try response()
                  })
              }, first: Stub1(body: body), file: file, line: line)
          }

          /// Stubs `load` until the stub is removed or the scenario is reset.
          package final func load(file: Swift.StaticString = #filePath, line: Swift.UInt = #line) \
        -> MockServices.MockStub<Swift.Void, any Swift.Error> {
            _add({ response in
                Stub1(body: {
                    try response()
                  })
              }, file: file, line: line)
          }

          /// The methods of `verify`.
          package nonisolated class PVerifying: BaseStubbing<Mock>.BaseVerifying {
            /// Finds calls to `load`.
            package final func load() -> MockServices.MockVerification<Swift.Void> {
              _calls(Mock._mockKey("load", or: "load()"), [:]) { _ in
              }
            }
          }
        }

        extension P where Self: MockServices.MockedService {
          package func load() async throws {
            var call = self._mocking.call(Self._mockKey("load", or: "load()"))
            if let stub = call.stub(PStubbing<Self>.Stub1.self), try await call.run(throwing: \
        (any Swift.Error).self, { try await stub.body()
              }) != nil {
              return
            }
            try await call.perform(throwing: (any Swift.Error).self)
          }

          /// Adds stubs, which take precedence over the script for calls to this mock.
          package nonisolated var on: PStubbing<Self> {
            PStubbing<Self>(_mocking: _mocking)
          }

          /// Verifies the calls to this mock, with the requirements' own types.
          package nonisolated var verify: PStubbing<Self>.PVerifying {
            PStubbing<Self>.PVerifying(_mocking: _mocking)
          }

          /// Every mock of the protocol in the current scenario.
          package nonisolated static var all: MockServices.MockInstances<PStubbing<Self>, \
        PStubbing<Self>.PVerifying, MockServices._MockPushing> {
            all(in: nil)
          }

          /// Every mock of the protocol in a scenario, such as a `ScenarioRuntime`.
          package nonisolated static func all(in source: (any MockServices.MockSequencerSource)?) \
        -> MockServices.MockInstances<PStubbing<Self>, PStubbing<Self>.PVerifying, MockServices._MockPushing> {
            MockServices.MockInstances<PStubbing<Self>, \
        PStubbing<Self>.PVerifying, MockServices._MockPushing>(.ofService(_mockService, in: source))
          }

          package nonisolated static var mockContractOfP: MockServices._MockContract {
            var contract = MockServices._MockContract("P", inheriting: [Self._mockContract(of: \
        (any Base).self)])
            contract.add(MockServices._MockContract.Method("load", isAsync: true, \
        canThrow: true, waits: true), or: "load()")
            return contract
          }

          package nonisolated static func _mockContract(of type: (any P).Type) -> \
        MockServices._MockContract {
            mockContractOfP
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
          nonisolated static var _mockService: Swift.String {
            "P"
          }

          nonisolated static var _mockContract: MockServices._MockContract {
            mockContractOfP
          }

          nonisolated let _mocking: MockServices._MockServiceCore

          nonisolated init(_mocking: MockServices._MockServiceCore) {
            self._mocking = _mocking
          }

            /// Creates a mock that passes calls through to a live service if the scenario uses \
        `passthrough()`.
          ///
          /// - Parameters:
          ///   - live: The service.
          ///   - source: The source of the other responses. The current scenario by default.
          nonisolated convenience init(
            passingTo live: any P, by source: (any MockServices.MockSequencerSource)? = nil
          ) {
            self.init(_mocking: .passing(to: live, by: source, as: Self._mockService, contract: \
        Self._mockContract))
          }
          nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
            nonisolated(unsafe) let contract = {
            _mockContract
          }
            nonisolated(unsafe) let make = { (sequencer: MockServices.MockCallSequencer, \
        receiver: any MockServices.MockServiceReceiver) in
              receiver.receive(MockP(sequencer: sequencer), as: (any P).self)
            }
            return MockServices.MockServiceRegistration("P", as: (any P).self, contract: \
        contract()) {
            make($0, $1)
          }
          }
        }

        private nonisolated class PStubbing<Mock: P & MockServices.MockedService>: \
        MockServices._MockStubbing {
          typealias Item = Mock.Item

          typealias Other = Mock.Other

          struct Stub1 {
            let argument1: MockServices.MockMatch<Other>
            func accepts(_ value1: Other) -> Swift.Bool {
              argument1._accepts(value1)
            }
            let body: nonisolated(nonsending) @Sendable (Other) async throws -> Item
          }

          /// Stubs `load` until the stub is removed or the scenario is reset.
          @discardableResult final func load(_ argument1: MockServices.MockMatch<Other> = .any, _ \
        body: nonisolated(nonsending) @escaping @Sendable (Other) async throws -> Item, file: \
        Swift.StaticString = #filePath, line: Swift.UInt = #line) -> MockServices.MockStub<Item, \
        any Swift.Error> {
            _add({ response in
                Stub1(argument1: argument1, body: { _ in
                    try response()
                  })
              }, first: Stub1(argument1: argument1, body: body), file: file, line: line)
          }

          /// Stubs `load` until the stub is removed or the scenario is reset.
          @_disfavoredOverload @discardableResult final func load(_ argument1: Other, _ body: \
        nonisolated(nonsending) @escaping @Sendable (Other) async throws -> Item, file: \
        Swift.StaticString = #filePath, line: Swift.UInt = #line) -> MockServices.MockStub<Item, \
        any Swift.Error> {
            let argument1 = MockServices.MockMatch<Other>._equal(argument1, _mocking, file, line)
            return _add({ response in
                Stub1(argument1: argument1, body: { _ in
                    try response()
                  })
              }, first: Stub1(argument1: argument1, body: body), file: file, line: line)
          }

          /// Stubs `load` until the stub is removed or the scenario is reset.
          final func load(_ argument1: MockServices.MockMatch<Other> = .any, file: \
        Swift.StaticString = #filePath, line: Swift.UInt = #line) -> MockServices.MockStub<Item, \
        any Swift.Error> {
            _add({ response in
                Stub1(argument1: argument1, body: { _ in
                    try response()
                  })
              }, file: file, line: line)
          }

          /// Stubs `load` until the stub is removed or the scenario is reset.
          @_disfavoredOverload final func load(_ argument1: Other, file: Swift.StaticString = \
        #filePath, line: Swift.UInt = #line) -> MockServices.MockStub<Item, any Swift.Error> {
            let argument1 = MockServices.MockMatch<Other>._equal(argument1, _mocking, file, line)
            return _add({ response in
                Stub1(argument1: argument1, body: { _ in
                    try response()
                  })
              }, file: file, line: line)
          }

          /// The methods of `verify`.
          nonisolated class PVerifying: MockServices._MockVerifying {
            /// Finds calls to `load`.
            final func load(_ argument1: MockServices.MockMatch<Other> = .any) -> \
        MockServices.MockVerification<Other> {
              _calls("load", ["other": argument1._shown]) {
                try $0.argument("other", argument1)
              }
            }

            /// Finds calls to `load`.
            @_disfavoredOverload final func load(_ argument1: Other, file: Swift.StaticString = \
        #filePath, line: Swift.UInt = #line) -> MockServices.MockVerification<Other> {
              let argument1 = MockServices.MockMatch<Other>._equal(argument1, _mocking, file, line)
              return _calls("load", ["other": argument1._shown]) {
                try $0.argument("other", argument1)
              }
            }
          }
        }

        extension P where Self: MockServices.MockedService {
          nonisolated(nonsending) func load(_ other: Other) async throws -> Item {
            var call = self._mocking.call("load", [MockServices.MockArgument("other", other)])
            if let stub = call.stub(PStubbing<Self>.Stub1.self, where: { $0.accepts(other)
              }), let result = try await call.run(throwing: (any Swift.Error).self, { try await \
        stub.body(other)
              }) {
              return result
            }
            return try await call.value(MockServices._MockCodec(Item.self, candidates: []), \
        throwing: (any Swift.Error).self)
          }

          /// Adds stubs, which take precedence over the script for calls to this mock.
          nonisolated var on: PStubbing<Self> {
            PStubbing<Self>(_mocking: _mocking)
          }

          /// Verifies the calls to this mock, with the requirements' own types.
          nonisolated var verify: PStubbing<Self>.PVerifying {
            PStubbing<Self>.PVerifying(_mocking: _mocking)
          }

          /// Every mock of the protocol in the current scenario.
          nonisolated static var all: MockServices.MockInstances<PStubbing<Self>, \
        PStubbing<Self>.PVerifying, MockServices._MockPushing> {
            all(in: nil)
          }

          /// Every mock of the protocol in a scenario, such as a `ScenarioRuntime`.
          nonisolated static func all(in source: (any MockServices.MockSequencerSource)?) -> \
        MockServices.MockInstances<PStubbing<Self>, PStubbing<Self>.PVerifying, MockServices._MockPushing> {
            MockServices.MockInstances<PStubbing<Self>, \
        PStubbing<Self>.PVerifying, MockServices._MockPushing>(.ofService(_mockService, in: source))
          }

          nonisolated static var mockContractOfP: MockServices._MockContract {
            var contract = MockServices._MockContract("P")
            contract.methods.append(MockServices._MockContract.Method("load", \
        [MockServices._MockContract.Method.Parameter("other", "Other")], returns: "Item", \
        isAsync: true, canThrow: true, waits: true))
            return contract
          }

          nonisolated static func _mockContract(of type: (any P).Type) -> \
        MockServices._MockContract {
            mockContractOfP
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
            nonisolated static var _mockService: Swift.String {
              "P"
            }

            nonisolated static var _mockContract: MockServices._MockContract {
              mockContractOfP
            }

            nonisolated let _mocking: MockServices._MockServiceCore

            nonisolated init(_mocking: MockServices._MockServiceCore) {
              self._mocking = _mocking
            }

              /// Creates a mock that passes calls through to a live service if the scenario uses \
        `passthrough()`.
            ///
            /// - Parameters:
            ///   - live: The service.
            ///   - source: The source of the other responses. The current scenario by default.
            nonisolated convenience init(
              passingTo live: any P, by source: (any MockServices.MockSequencerSource)? = nil
            ) {
              self.init(_mocking: .passing(to: live, by: source, as: Self._mockService, contract: \
        Self._mockContract))
            }
            nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
              MockServices.MockServiceRegistration("P", as: (any P).self, contract: \
        _mockContract) { sequencer, receiver in
                receiver.receive(MockP(sequencer: sequencer), as: (any P).self)
              }
            }
          }

          nonisolated class PStubbing<Mock: P & MockServices.MockedService>: \
        MockServices._MockStubbing {
            struct Stub1 {
              let body: nonisolated(nonsending) @Sendable () async throws -> Int
            }

            /// Stubs `load` until the stub is removed or the scenario is reset.
            @discardableResult final func load(_ body: nonisolated(nonsending) @escaping \
        @Sendable () async throws -> Int, file: Swift.StaticString = #filePath, line: Swift.UInt \
        = #line) -> MockServices.MockStub<Int, any Swift.Error> {
              _add({ response in
                  Stub1(body: {
                      try response()
                    })
                }, first: Stub1(body: body), file: file, line: line)
            }

            /// Stubs `load` until the stub is removed or the scenario is reset.
            final func load(file: Swift.StaticString = #filePath, line: Swift.UInt = #line) -> \
        MockServices.MockStub<Int, any Swift.Error> {
              _add({ response in
                  Stub1(body: {
                      try response()
                    })
                }, file: file, line: line)
            }

            /// The methods of `verify`.
            nonisolated class PVerifying: MockServices._MockVerifying {
              /// Finds calls to `load`.
              final func load() -> MockServices.MockVerification<Swift.Void> {
                _calls("load", [:]) { _ in
                }
              }
            }
          }
        }

        extension Outer.P where Self: MockServices.MockedService {
          nonisolated(nonsending) func load() async throws -> Int {
            var call = self._mocking.call("load")
            if let stub = call.stub(Outer.PStubbing<Self>.Stub1.self), let result = try await \
        call.run(throwing: (any Swift.Error).self, { try await stub.body()
              }) {
              return result
            }
            if let live = call.live((any Outer.P).self), await call.passes(throwing: (any \
        Swift.Error).self) {
              let liveCall = MockServices._LiveCall((live))
              do {
                call.setResult(try await liveCall.value.load())
              } catch {
                call.setResult(throwing: error)
              }
            }
            return try await call.value(MockServices._MockCodec(Int.self), throwing: (any \
        Swift.Error).self)
          }

          /// Adds stubs, which take precedence over the script for calls to this mock.
          nonisolated var on: Outer.PStubbing<Self> {
            Outer.PStubbing<Self>(_mocking: _mocking)
          }

          /// Verifies the calls to this mock, with the requirements' own types.
          nonisolated var verify: Outer.PStubbing<Self>.PVerifying {
            Outer.PStubbing<Self>.PVerifying(_mocking: _mocking)
          }

          /// Every mock of the protocol in the current scenario.
          nonisolated static var all: MockServices.MockInstances<Outer.PStubbing<Self>, \
        Outer.PStubbing<Self>.PVerifying, MockServices._MockPushing> {
            all(in: nil)
          }

          /// Every mock of the protocol in a scenario, such as a `ScenarioRuntime`.
          nonisolated static func all(in source: (any MockServices.MockSequencerSource)?) -> \
        MockServices.MockInstances<Outer.PStubbing<Self>, Outer.PStubbing<Self>.PVerifying, MockServices._MockPushing> {
            MockServices.MockInstances<Outer.PStubbing<Self>, \
        Outer.PStubbing<Self>.PVerifying, MockServices._MockPushing>(.ofService(_mockService, in: source))
          }

          nonisolated static var mockContractOfP: MockServices._MockContract {
            var contract = MockServices._MockContract("P")
            contract.methods.append(MockServices._MockContract.Method("load", returns: "Int", as: \
        Int.self, isAsync: true, canThrow: true, waits: true))
            return contract
          }

          nonisolated static func _mockContract(of type: (any Outer.P).Type) -> \
        MockServices._MockContract {
            mockContractOfP
          }
        }
        """),
  ]
}
