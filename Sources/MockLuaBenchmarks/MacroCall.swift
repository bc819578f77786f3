import MockServices

/// A call of a mock that the macros wrote, beside that of the same actor written by hand.
enum MacroCall {
  struct Answer: Codable, Sendable {
    var status: Int
  }

  actor ByHand: MacroCallService {
    private let sequencer: MockCallSequencer

    init(configuration: MockServiceEntry, sharedState: MockSharedState? = nil) {
      sequencer = MockCallSequencer(
        entry: configuration, sharedState: sharedState, service: "MacroCallService")
    }

    func load(_ id: Int, in folder: String) async throws -> Answer {
      try await sequencer.nextDecodedValue(
        for: "load", arguments: [MockArgument("id", id), MockArgument("folder", folder)],
        as: Answer.self)
    }
  }

  static func byHand() async throws -> Double {
    try await measure(ByHand(configuration: entry))
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
    let (id, folder) = (unforeseen(7), unforeseen("inbox"))
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
