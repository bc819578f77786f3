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
