public import MockScenarios
public import MockServices

/// Responses of the message service.
public enum QuinaryPreset: MockServicePreset {
  /// The mocked protocol.
  public static let serviceName = "QuinaryServiceProtocol"

  /// Two messages, the first of which the user reads while the app runs.
  case inbox
  /// No messages.
  case empty
  /// Messages with these texts arrive while the app runs, with short pauses.
  case incoming(texts: [String] = ["Rates rise", "Rates fall"])
  /// The inbox isn't available.
  case offline(code: String = "offline")
  /// A custom configuration.
  case custom(sharedState: [String: SharedStateProperty], entry: MockServiceEntry)

  /// Two messages.
  public static let `default` = QuinaryPreset.inbox

  /// The shared state that the case needs.
  public var sharedState: [String: SharedStateProperty] {
    if case .custom(let state, _) = self { return state }
    return [:]
  }

  /// The configuration of the case.
  public var serviceEntry: MockServiceEntry {
    switch self {
    case .inbox:
      Self.entry([
        "unreadCount": MockMethodConfig(responses: [.success(2), .success(1)]),
        "fetchMessages": MockMethodConfig(
          responses: [false, true].map { isRead in
            .success([
              Self.message("m1", "Welcome", isRead: isRead), Self.message("m2", "Terms"),
            ])
          }),
      ])
    case .empty: Self.entry([:])
    case .incoming(let texts):
      Self.entry(
        [:], updates: texts.enumerated().map { Self.message("m\($0.offset + 3)", $0.element) })
    case .offline(let code):
      Self.entry([
        "unreadCount": .singleError(code: code, message: "There is no connection."),
        "fetchMessages": .singleError(code: code, message: "There is no connection."),
      ])
    case .custom(_, let entry): entry
    }
  }

  /// Returns an empty inbox, with the given methods and new messages.
  private static func entry(
    _ methods: [String: MockMethodConfig], updates: [AnyCodableValue] = []
  ) -> MockServiceEntry {
    let empty: [String: MockMethodConfig] = [
      "unreadCount": .singleSuccess(0),
      "fetchMessages": .singleSuccess([]),
      "markRead": .voidSuccess,
      "updates": MockMethodConfig(responses: [
        MockResponse(result: .stream, values: updates, intervalMs: 1)
      ]),
    ]
    return MockServiceEntry(methods: empty.merging(methods) { $1 })
  }

  private static func message(
    _ id: String, _ text: String, isRead: Bool = false
  ) -> AnyCodableValue {
    ["id": .string(id), "text": .string(text), "isRead": .bool(isRead)]
  }
}
