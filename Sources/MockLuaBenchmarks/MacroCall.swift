import MockServices

/// A call to a generated mock, compared with a handwritten mock.
enum MacroCall {
  struct Answer: Codable, Sendable {
    var status: Int
  }

  static func byHand() async throws -> Double {
    try await measure(HandWrittenMock(["load": Answer(status: 3)]))
  }

  static func byMockService() async throws -> Double {
    try await measure(MacroCallActor(configuration: entry))
  }

  static func byMocked() async throws -> Double {
    try await measure(MockMacroCallService(configuration: entry))
  }

  static let entry = MockServiceEntry(methods: [
    "load": MockMethodConfig(responses: [MockResponse(result: .success, value: ["status": 3])])
  ])

  private static func measure(_ service: some MacroCallService) async throws -> Double {
    let (id, folder) = (opaque(7), opaque("inbox"))
    return try await nanoseconds(200_000) {
      let answer = try await service.load(id, in: folder)
      precondition(answer.status == 3)
    }
  }
}

@Mocked
protocol MacroCallService: Sendable {
  func load(_ id: Int, in folder: String) async throws -> MacroCall.Answer
}

@MockService
actor MacroCallActor: MacroCallService {
  func load(_ id: Int, in folder: String) async throws -> MacroCall.Answer
}

/// Calls of generated and handwritten mocks from the main actor, as a view model makes them.
///
/// If the implementation of an `async` requirement doesn't run on its caller's executor, the call takes two hops.
@MainActor enum MainActorCall {
  static func mockedConcrete() async throws -> Double {
    let mock = MockMacroCallService(configuration: MacroCall.entry)
    return try await measure { try await mock.load($0, in: $1) }
  }

  static func mockedAny() async throws -> Double {
    let mock: any MacroCallService = MockMacroCallService(configuration: MacroCall.entry)
    return try await measure { try await mock.load($0, in: $1) }
  }

  static func handConcrete() async throws -> Double {
    let mock = HandWrittenMock(["load": MacroCall.Answer(status: 3)])
    return try await measure { try await mock.load($0, in: $1) }
  }

  static func handAny() async throws -> Double {
    let mock: any MacroCallService = HandWrittenMock(["load": MacroCall.Answer(status: 3)])
    return try await measure { try await mock.load($0, in: $1) }
  }

  private static func measure(
    _ load: @MainActor (Int, String) async throws -> MacroCall.Answer
  ) async throws -> Double {
    let (id, folder) = (opaque(7), opaque("inbox"))
    return try await nanoseconds(20_000) {
      let answer = try await load(id, folder)
      precondition(answer.status == 3)
    }
  }
}
