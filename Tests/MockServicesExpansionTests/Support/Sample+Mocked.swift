import Testing

extension Sample {
  /// `@Mocked`: protocols and their generated mocks, stubs, and responses.
  static let mocked: [Sample] = [
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
          public nonisolated static var _mockService: Swift.String {
            "P"
          }

          public nonisolated static var _mockContract: MockServices._MockContract {
            mockContractOfP
          }

          public nonisolated let _mocking: MockServices._MockServiceCore

          public nonisolated init(_mocking: MockServices._MockServiceCore) {
            self._mocking = _mocking
          }

            /// Creates a mock that passes calls through to a live service if the scenario uses \
        `passthrough()`.
          ///
          /// - Parameters:
          ///   - live: The service.
          ///   - source: The source of the other responses. The current scenario by default.
          public nonisolated convenience init(
            passingTo live: any P, by source: (any MockServices.MockSequencerSource)? = nil
          ) {
            self.init(_mocking: .passing(to: live, by: source, as: Self._mockService, contract: \
        Self._mockContract))
          }
          public nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
            MockServices.MockServiceRegistration("P", as: (any P).self, contract: _mockContract) \
        { sequencer, receiver in
              receiver.receive(MockP(sequencer: sequencer), as: (any P).self)
            }
          }
        }

        open nonisolated class PStubbing<Mock: P & MockServices.MockedService>: \
        MockServices._MockStubbing {
          struct Stub1 {
            let argument1: MockServices.MockMatch<Int>
            func accepts(_ value1: Int) -> Swift.Bool {
              argument1._accepts(value1)
            }
            let body: nonisolated(nonsending) @Sendable (Int) async throws -> Int
          }

          /// Stubs `load` until the stub is removed or the scenario is reset.
          @discardableResult public final func load(_ argument1: MockServices.MockMatch<Int> = \
        .any, _ body: nonisolated(nonsending) @escaping @Sendable (Int) async throws -> Int, \
        file: Swift.StaticString = #filePath, line: Swift.UInt = #line) -> \
        MockServices.MockStub<Int, any Swift.Error> {
            _add({ response in
                Stub1(argument1: argument1, body: { _ in
                    try response()
                  })
              }, first: Stub1(argument1: argument1, body: body), file: file, line: line)
          }

          /// Stubs `load` until the stub is removed or the scenario is reset.
          @_disfavoredOverload @discardableResult public final func load(_ argument1: Int, _ \
        body: nonisolated(nonsending) @escaping @Sendable (Int) async throws -> Int, file: \
        Swift.StaticString = #filePath, line: Swift.UInt = #line) -> MockServices.MockStub<Int, \
        any Swift.Error> {
            let argument1 = MockServices.MockMatch<Int>._equal(argument1, _mocking, file, line)
            return _add({ response in
                Stub1(argument1: argument1, body: { _ in
                    try response()
                  })
              }, first: Stub1(argument1: argument1, body: body), file: file, line: line)
          }

          /// Stubs `load` until the stub is removed or the scenario is reset.
          public final func load(_ argument1: MockServices.MockMatch<Int> = .any, file: \
        Swift.StaticString = #filePath, line: Swift.UInt = #line) -> MockServices.MockStub<Int, \
        any Swift.Error> {
            _add({ response in
                Stub1(argument1: argument1, body: { _ in
                    try response()
                  })
              }, file: file, line: line)
          }

          /// Stubs `load` until the stub is removed or the scenario is reset.
          @_disfavoredOverload public final func load(_ argument1: Int, file: Swift.StaticString \
        = #filePath, line: Swift.UInt = #line) -> MockServices.MockStub<Int, any Swift.Error> {
            let argument1 = MockServices.MockMatch<Int>._equal(argument1, _mocking, file, line)
            return _add({ response in
                Stub1(argument1: argument1, body: { _ in
                    try response()
                  })
              }, file: file, line: line)
          }

          struct Stub2 {
            let argument1: MockServices.MockMatch<String>
            func accepts(_ value1: String) -> Swift.Bool {
              argument1._accepts(value1)
            }
            let body: nonisolated(nonsending) @Sendable (String) async throws -> Bool
          }

          /// Stubs `save` until the stub is removed or the scenario is reset.
          @discardableResult public final func save(_ argument1: MockServices.MockMatch<String> = \
        .any, _ body: nonisolated(nonsending) @escaping @Sendable (String) async throws -> Bool, \
        file: Swift.StaticString = #filePath, line: Swift.UInt = #line) -> \
        MockServices.MockStub<Bool, any Swift.Error> {
            _add({ response in
                Stub2(argument1: argument1, body: { _ in
                    try response()
                  })
              }, first: Stub2(argument1: argument1, body: body), file: file, line: line)
          }

          /// Stubs `save` until the stub is removed or the scenario is reset.
          @_disfavoredOverload @discardableResult public final func save(_ argument1: String, _ \
        body: nonisolated(nonsending) @escaping @Sendable (String) async throws -> Bool, file: \
        Swift.StaticString = #filePath, line: Swift.UInt = #line) -> MockServices.MockStub<Bool, \
        any Swift.Error> {
            let argument1 = MockServices.MockMatch<String>._equal(argument1, _mocking, file, line)
            return _add({ response in
                Stub2(argument1: argument1, body: { _ in
                    try response()
                  })
              }, first: Stub2(argument1: argument1, body: body), file: file, line: line)
          }

          /// Stubs `save` until the stub is removed or the scenario is reset.
          public final func save(_ argument1: MockServices.MockMatch<String> = .any, file: \
        Swift.StaticString = #filePath, line: Swift.UInt = #line) -> MockServices.MockStub<Bool, \
        any Swift.Error> {
            _add({ response in
                Stub2(argument1: argument1, body: { _ in
                    try response()
                  })
              }, file: file, line: line)
          }

          /// Stubs `save` until the stub is removed or the scenario is reset.
          @_disfavoredOverload public final func save(_ argument1: String, file: \
        Swift.StaticString = #filePath, line: Swift.UInt = #line) -> MockServices.MockStub<Bool, \
        any Swift.Error> {
            let argument1 = MockServices.MockMatch<String>._equal(argument1, _mocking, file, line)
            return _add({ response in
                Stub2(argument1: argument1, body: { _ in
                    try response()
                  })
              }, file: file, line: line)
          }

          struct Stub3 {
            let body: @Sendable () throws -> String
          }

          /// Stubs `name` until the stub is removed or the scenario is reset.
          @discardableResult public final func name(_ body: @escaping @Sendable () throws -> \
        String, file: Swift.StaticString = #filePath, line: Swift.UInt = #line) -> \
        MockServices.MockStub<String, Swift.Never> {
            _add({ response in
                Stub3(body: {
                    try response()
                  })
              }, first: Stub3(body: body), file: file, line: line)
          }

          /// Stubs `name` until the stub is removed or the scenario is reset.
          public final func name(file: Swift.StaticString = #filePath, line: Swift.UInt = #line) \
        -> MockServices.MockStub<String, Swift.Never> {
            _add({ response in
                Stub3(body: {
                    try response()
                  })
              }, file: file, line: line)
          }

          struct Stub4 {
            let body: @Sendable () throws -> Int?
          }

          /// Stubs `limit` until the stub is removed or the scenario is reset.
          @discardableResult public final func limit(_ body: @escaping @Sendable () throws -> \
        Int?, file: Swift.StaticString = #filePath, line: Swift.UInt = #line) -> \
        MockServices.MockStub<Int?, Swift.Never> {
            _add({ response in
                Stub4(body: {
                    try response()
                  })
              }, first: Stub4(body: body), file: file, line: line)
          }

          /// Stubs `limit` until the stub is removed or the scenario is reset.
          public final func limit(file: Swift.StaticString = #filePath, line: Swift.UInt = #line) \
        -> MockServices.MockStub<Int?, Swift.Never> {
            _add({ response in
                Stub4(body: {
                    try response()
                  })
              }, file: file, line: line)
          }

          struct Stub5 {
            let argument1: MockServices.MockMatch<Int?>
            func accepts(_ value1: Int?) -> Swift.Bool {
              argument1._accepts(value1)
            }
            let body: @Sendable (Int?) throws -> Swift.Void
          }

          /// Stubs `limit=` until the stub is removed or the scenario is reset.
          @discardableResult public final func limit(to argument1: MockServices.MockMatch<Int?> = \
        .any, set body: @escaping @Sendable (Int?) throws -> Swift.Void, file: Swift.StaticString \
        = #filePath, line: Swift.UInt = #line) -> MockServices.MockStub<Swift.Void, Swift.Never> {
            _add({ response in
                Stub5(argument1: argument1, body: { _ in
                    try response()
                  })
              }, first: Stub5(argument1: argument1, body: body), file: file, line: line)
          }

          /// Stubs `limit=` until the stub is removed or the scenario is reset.
          @_disfavoredOverload @discardableResult public final func limit(to argument1: Int?, set \
        body: @escaping @Sendable (Int?) throws -> Swift.Void, file: Swift.StaticString = \
        #filePath, line: Swift.UInt = #line) -> MockServices.MockStub<Swift.Void, Swift.Never> {
            let argument1 = MockServices.MockMatch<Int?>._equal(argument1, _mocking, file, line)
            return _add({ response in
                Stub5(argument1: argument1, body: { _ in
                    try response()
                  })
              }, first: Stub5(argument1: argument1, body: body), file: file, line: line)
          }

          /// Stubs `limit=` until the stub is removed or the scenario is reset.
          public final func limit(to argument1: MockServices.MockMatch<Int?>, file: \
        Swift.StaticString = #filePath, line: Swift.UInt = #line) -> \
        MockServices.MockStub<Swift.Void, Swift.Never> {
            _add({ response in
                Stub5(argument1: argument1, body: { _ in
                    try response()
                  })
              }, file: file, line: line)
          }

          /// Stubs `limit=` until the stub is removed or the scenario is reset.
          @_disfavoredOverload public final func limit(to argument1: Int?, file: \
        Swift.StaticString = #filePath, line: Swift.UInt = #line) -> \
        MockServices.MockStub<Swift.Void, Swift.Never> {
            let argument1 = MockServices.MockMatch<Int?>._equal(argument1, _mocking, file, line)
            return _add({ response in
                Stub5(argument1: argument1, body: { _ in
                    try response()
                  })
              }, file: file, line: line)
          }

          struct Stub6 {
            let body: nonisolated(nonsending) @Sendable () async throws -> String
          }

          /// Stubs `token` until the stub is removed or the scenario is reset.
          @discardableResult public final func token(_ body: nonisolated(nonsending) @escaping \
        @Sendable () async throws -> String, file: Swift.StaticString = #filePath, line: \
        Swift.UInt = #line) -> MockServices.MockStub<String, any Swift.Error> {
            _add({ response in
                Stub6(body: {
                    try response()
                  })
              }, first: Stub6(body: body), file: file, line: line)
          }

          /// Stubs `token` until the stub is removed or the scenario is reset.
          public final func token(file: Swift.StaticString = #filePath, line: Swift.UInt = #line) \
        -> MockServices.MockStub<String, any Swift.Error> {
            _add({ response in
                Stub6(body: {
                    try response()
                  })
              }, file: file, line: line)
          }

          struct Stub7 {
            let body: @Sendable () throws -> CurrentValueSubject<Int, Never>
          }

          /// Stubs `subject` until the stub is removed or the scenario is reset.
          @discardableResult public final func subject(_ body: @escaping @Sendable () throws -> \
        CurrentValueSubject<Int, Never>, file: Swift.StaticString = #filePath, line: Swift.UInt = \
        #line) -> MockServices.MockStub<CurrentValueSubject<Int, Never>, Swift.Never> {
            _add({ response in
                Stub7(body: {
                    try response()
                  })
              }, first: Stub7(body: body), file: file, line: line)
          }

          /// Stubs `subject` until the stub is removed or the scenario is reset.
          public final func subject(file: Swift.StaticString = #filePath, line: Swift.UInt = \
        #line) -> MockServices.MockStub<CurrentValueSubject<Int, Never>, Swift.Never> {
            _add({ response in
                Stub7(body: {
                    try response()
                  })
              }, file: file, line: line)
          }

          struct Stub8 {
            let body: @Sendable () throws -> AsyncStream<Int>
          }

          /// Stubs `values` until the stub is removed or the scenario is reset.
          @discardableResult public final func values(_ body: @escaping @Sendable () throws -> \
        AsyncStream<Int>, file: Swift.StaticString = #filePath, line: Swift.UInt = #line) -> \
        MockServices.MockStub<AsyncStream<Int>, Swift.Never> {
            _add({ response in
                Stub8(body: {
                    try response()
                  })
              }, first: Stub8(body: body), file: file, line: line)
          }

          /// Stubs `values` until the stub is removed or the scenario is reset.
          public final func values(file: Swift.StaticString = #filePath, line: Swift.UInt = \
        #line) -> MockServices.MockStub<AsyncStream<Int>, Swift.Never> {
            _add({ response in
                Stub8(body: {
                    try response()
                  })
              }, file: file, line: line)
          }

          struct Stub9 {
            let body: nonisolated(nonsending) @Sendable () async throws -> \
        AsyncThrowingStream<Int, any Error>
          }

          /// Stubs `errors` until the stub is removed or the scenario is reset.
          @discardableResult public final func errors(_ body: nonisolated(nonsending) @escaping \
        @Sendable () async throws -> AsyncThrowingStream<Int, any Error>, file: \
        Swift.StaticString = #filePath, line: Swift.UInt = #line) -> \
        MockServices.MockStub<AsyncThrowingStream<Int, any Error>, Swift.Never> {
            _add({ response in
                Stub9(body: {
                    try response()
                  })
              }, first: Stub9(body: body), file: file, line: line)
          }

          /// Stubs `errors` until the stub is removed or the scenario is reset.
          public final func errors(file: Swift.StaticString = #filePath, line: Swift.UInt = \
        #line) -> MockServices.MockStub<AsyncThrowingStream<Int, any Error>, Swift.Never> {
            _add({ response in
                Stub9(body: {
                    try response()
                  })
              }, file: file, line: line)
          }

          #if DEBUG
          struct Stub10 {
            let body: nonisolated(nonsending) @Sendable () async throws -> Swift.Void
          }
          /// Stubs `debug` until the stub is removed or the scenario is reset.
          @discardableResult public final func debug(_ body: nonisolated(nonsending) @escaping \
        @Sendable () async throws -> Swift.Void, file: Swift.StaticString = #filePath, line: \
        Swift.UInt = #line) -> MockServices.MockStub<Swift.Void, Swift.Never> {
            _add({ response in
                Stub10(body: {
                    try response()
                  })
              }, first: Stub10(body: body), file: file, line: line)
          }
          /// Stubs `debug` until the stub is removed or the scenario is reset.
          public final func debug(file: Swift.StaticString = #filePath, line: Swift.UInt = #line) \
        -> MockServices.MockStub<Swift.Void, Swift.Never> {
            _add({ response in
                Stub10(body: {
                    try response()
                  })
              }, file: file, line: line)
          }
          #endif

          /// The methods of `verify`.
          open nonisolated class PVerifying: MockServices._MockVerifying {
            /// Finds calls to `load`.
            public final func load(_ argument1: MockServices.MockMatch<Int> = .any) -> \
        MockServices.MockVerification<Int> {
              _calls("load", ["argument1": argument1._shown]) {
                try $0.argument("argument1", argument1)
              }
            }

            /// Finds calls to `load`.
            @_disfavoredOverload public final func load(_ argument1: Int, file: \
        Swift.StaticString = #filePath, line: Swift.UInt = #line) -> \
        MockServices.MockVerification<Int> {
              let argument1 = MockServices.MockMatch<Int>._equal(argument1, _mocking, file, line)
              return _calls("load", ["argument1": argument1._shown]) {
                try $0.argument("argument1", argument1)
              }
            }

            /// Finds calls to `save`.
            public final func save(_ argument1: MockServices.MockMatch<String> = .any) -> \
        MockServices.MockVerification<String> {
              _calls("save", ["text": argument1._shown]) {
                try $0.argument("text", argument1)
              }
            }

            /// Finds calls to `save`.
            @_disfavoredOverload public final func save(_ argument1: String, file: \
        Swift.StaticString = #filePath, line: Swift.UInt = #line) -> \
        MockServices.MockVerification<String> {
              let argument1 = MockServices.MockMatch<String>._equal(argument1, _mocking, file, line)
              return _calls("save", ["text": argument1._shown]) {
                try $0.argument("text", argument1)
              }
            }

            /// Finds calls to `limit=`.
            public final func limit(to argument1: MockServices.MockMatch<Int?>) -> \
        MockServices.MockVerification<Int?> {
              _calls("limit=", ["newValue": argument1._shown]) {
                try $0.argument("newValue", argument1)
              }
            }

            /// Finds calls to `limit=`.
            @_disfavoredOverload public final func limit(to argument1: Int?, file: \
        Swift.StaticString = #filePath, line: Swift.UInt = #line) -> \
        MockServices.MockVerification<Int?> {
              let argument1 = MockServices.MockMatch<Int?>._equal(argument1, _mocking, file, line)
              return _calls("limit=", ["newValue": argument1._shown]) {
                try $0.argument("newValue", argument1)
              }
            }

            /// Finds calls to `token`.
            public final func token() -> MockServices.MockVerification<Swift.Void> {
              _calls("token", [:]) { _ in
              }
            }

            /// Finds calls to `values`.
            public final func values() -> MockServices.MockVerification<Swift.Void> {
              _calls("values", [:]) { _ in
              }
            }

            /// Finds calls to `errors`.
            public final func errors() -> MockServices.MockVerification<Swift.Void> {
              _calls("errors", [:]) { _ in
              }
            }

            #if DEBUG
            /// Finds calls to `debug`.
            public final func debug() -> MockServices.MockVerification<Swift.Void> {
              _calls("debug", [:]) { _ in
              }
            }
            #endif
          }

          /// The properties of `push`.
          open nonisolated class PPushing: MockServices._MockPushing {
            /// Pushes values to the open streams of `values`.
            public final var values: MockServices.MockStreamPush<Int, Swift.Never> {
              _stream("values")
            }

            /// Pushes values to the open streams of `errors`.
            public final var errors: MockServices.MockStreamPush<Int, any Swift.Error> {
              _stream("errors")
            }
          }
        }

        extension P where Self: MockServices.MockedService {
          public nonisolated(nonsending) func load(_ argument1: Int) async throws -> Int {
            var call = self._mocking.call("load", [MockServices.MockArgument("argument1", \
        argument1)], converting: AppError.self)
            if let stub = call.stub(PStubbing<Self>.Stub1.self, where: { $0.accepts(argument1)
              }), let result = try await call.run(throwing: (any Swift.Error).self, { try await \
        stub.body(argument1)
              }) {
              return result
            }
            if let live = call.live((any P).self), await call.passes(throwing: (any \
        Swift.Error).self) {
              let liveCall = MockServices._LiveCall((live, argument1))
              do {
                call.setResult(try await liveCall.value.0.load(liveCall.value.1))
              } catch {
                call.setResult(throwing: error)
              }
            }
            return try await call.value(MockServices._MockCodec(Int.self), throwing: (any \
        Swift.Error).self)
          }

          @discardableResult public nonisolated(nonsending) func save(_ text: String) async \
        throws -> Bool {
            var call = self._mocking.call("save", [MockServices.MockArgument("text", text)], \
        converting: AppError.self)
            if let stub = call.stub(PStubbing<Self>.Stub2.self, where: { $0.accepts(text)
              }), let result = try await call.run(throwing: (any Swift.Error).self, { try await \
        stub.body(text)
              }) {
              return result
            }
            if let live = call.live((any P).self), await call.passes(throwing: (any \
        Swift.Error).self) {
              let liveCall = MockServices._LiveCall((live, text))
              do {
                call.setResult(try await liveCall.value.0.save(liveCall.value.1))
              } catch {
                call.setResult(throwing: error)
              }
            }
            return try await call.value(MockServices._MockCodec(Bool.self), throwing: (any \
        Swift.Error).self)
          }

          public var name: String {
            get {
              var call = self._mocking.call("name", converting: AppError.self)
              if let stub = call.stub(PStubbing<Self>.Stub3.self), let result = \
        call.run(throwing: Swift.Never.self, { try stub.body()
                }) {
                return result
              }
              return self._mocking.value(of: "name", MockServices._MockPropertyCodec(String.self))
            }
          }

          public var limit: Int? {
            get {
              var call = self._mocking.call("limit", converting: AppError.self)
              if let stub = call.stub(PStubbing<Self>.Stub4.self), let result = \
        call.run(throwing: Swift.Never.self, { try stub.body()
                }) {
                return result
              }
              return self._mocking.value(of: "limit", MockServices._MockPropertyCodec((Int?).self))
            }
            set {
              var call = self._mocking.call("limit=", [MockServices.MockArgument("newValue", \
        newValue)], converting: AppError.self)
              if let stub = call.stub(PStubbing<Self>.Stub5.self, where: { $0.accepts(newValue)
                }), call.run(throwing: Swift.Never.self, { try stub.body(newValue)
                }) != nil {
                return
              }
              call.finish {
                self._mocking.setValue(of: "limit", to: newValue, \
        MockServices._MockPropertyCodec((Int?).self))
              }
            }
          }

          public var token: String {
            get async throws {
              var call = self._mocking.call("token", converting: AppError.self)
              if let stub = call.stub(PStubbing<Self>.Stub6.self), let result = try await \
        call.run(throwing: (any Swift.Error).self, { try await stub.body()
                }) {
                return result
              }
              return try await call.value(MockServices._MockCodec(String.self), throwing: (any \
        Swift.Error).self)
            }
          }

          public var subject: CurrentValueSubject<Int, Never> {
            get {
              var call = self._mocking.call("subject", converting: AppError.self)
              if let stub = call.stub(PStubbing<Self>.Stub7.self), let result = \
        call.run(throwing: Swift.Never.self, { try stub.body()
                }) {
                return result
              }
              return self._mocking.subject("subject", MockServices._MockPropertyCodec(Int.self))
            }
          }

          public var values: AsyncStream<Int> {
            get {
              var call = self._mocking.call("values", converting: AppError.self)
              if let stub = call.stub(PStubbing<Self>.Stub8.self), let result = \
        call.runStream(throwing: Swift.Never.self, { try stub.body()
                }) {
                return result
              }
              return call.unfailingStream(of: Int.self)
            }
          }

          public var errors: AsyncThrowingStream<Int, any Error> {
            get async {
              var call = self._mocking.call("errors", converting: AppError.self)
              if let stub = call.stub(PStubbing<Self>.Stub9.self), let result = await \
        call.runStream(throwing: Swift.Never.self, { try await stub.body()
                }) {
                return result
              }
              return call.stream(of: Int.self)
            }
          }

          #if DEBUG
          public nonisolated(nonsending) func debug() async {
            var call = self._mocking.call("debug", converting: AppError.self)
            if let stub = call.stub(PStubbing<Self>.Stub10.self), await call.run(throwing: \
        Swift.Never.self, { try await stub.body()
              }) != nil {
              return
            }
            await call.perform(throwing: Swift.Never.self)
          }
          #endif

          /// Adds stubs, which take precedence over the script for calls to this mock.
          public nonisolated var on: PStubbing<Self> {
            PStubbing<Self>(_mocking: _mocking)
          }

          /// Verifies the calls to this mock, with the requirements' own types.
          public nonisolated var verify: PStubbing<Self>.PVerifying {
            PStubbing<Self>.PVerifying(_mocking: _mocking)
          }

          /// Pushes values to the open streams and the handlers of this mock.
          public nonisolated var push: PStubbing<Self>.PPushing {
            PStubbing<Self>.PPushing(_mocking: _mocking)
          }

          /// Every mock of the protocol in the current scenario.
          public nonisolated static var all: MockServices.MockInstances<PStubbing<Self>, \
        PStubbing<Self>.PVerifying, PStubbing<Self>.PPushing> {
            all(in: nil)
          }

          /// Every mock of the protocol in a scenario, such as a `ScenarioRuntime`.
          public nonisolated static func all(in source: (any MockServices.MockSequencerSource)?) \
        -> MockServices.MockInstances<PStubbing<Self>, PStubbing<Self>.PVerifying, PStubbing<Self>.PPushing> {
            MockServices.MockInstances<PStubbing<Self>, \
        PStubbing<Self>.PVerifying, PStubbing<Self>.PPushing>(.ofService(_mockService, in: source))
          }

          public nonisolated static var mockContractOfP: MockServices._MockContract {
            var contract = MockServices._MockContract("P", errors: AppError.self)
            contract.methods.append(MockServices._MockContract.Method("load", \
        [MockServices._MockContract.Method.Parameter("argument1", "Int", Int.self)], returns: \
        "Int", as: Int.self, isAsync: true, canThrow: true, waits: true))
            contract.methods.append(MockServices._MockContract.Method("save", \
        [MockServices._MockContract.Method.Parameter("text", "String", String.self)], returns: \
        "Bool", as: Bool.self, isAsync: true, canThrow: true, waits: true))
            contract.properties.append(MockServices._MockContract.Property("name", "String", as: \
        String.self))
            contract.properties.append(MockServices._MockContract.Property("limit", "Int?", as: \
        (Int?).self))
            contract.methods.append(MockServices._MockContract.Method("token", returns: "String", \
        as: String.self, isAsync: true, canThrow: true, waits: true))
            contract.properties.append(MockServices._MockContract.Property("subject", \
        "CurrentValueSubject<Int, Never>", as: Int.self))
            contract.methods.append(MockServices._MockContract.Method("values", returns: \
        "AsyncStream<Int>", of: Int.self, waits: true))
            contract.methods.append(MockServices._MockContract.Method("errors", returns: \
        "AsyncThrowingStream<Int, any Error>", of: Int.self, isAsync: true, waits: true))
            #if DEBUG
            contract.methods.append(MockServices._MockContract.Method("debug", isAsync: true, \
        waits: true))
            #endif
            return contract
          }

          public nonisolated static func _mockContract(of type: (any P).Type) -> \
        MockServices._MockContract {
            mockContractOfP
          }
        }
        """)
  ]
}
