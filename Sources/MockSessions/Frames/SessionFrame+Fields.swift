extension SessionFrame {
  /// The fields of frames beside `kind`.
  package struct Fields: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(bit: UInt32) { rawValue = 1 << bit }

    package static let id = Fields(bit: 0)
    package static let service = Fields(bit: 1)
    package static let method = Fields(bit: 2)
    package static let arguments = Fields(bit: 3)
    package static let wish = Fields(bit: 4)
    package static let waits = Fields(bit: 5)
    package static let cancellable = Fields(bit: 6)
    package static let value = Fields(bit: 7)
    package static let values = Fields(bit: 8)
    package static let error = Fields(bit: 9)
    package static let cancelled = Fields(bit: 10)
    package static let count = Fields(bit: 11)
    package static let response = Fields(bit: 12)
    package static let place = Fields(bit: 13)
    package static let number = Fields(bit: 14)
    package static let echo = Fields(bit: 15)
    package static let message = Fields(bit: 16)
    package static let token = Fields(bit: 17)
    package static let versions = Fields(bit: 18)
    package static let version = Fields(bit: 19)
    package static let client = Fields(bit: 20)
    package static let app = Fields(bit: 21)
    package static let process = Fields(bit: 22)
    package static let received = Fields(bit: 23)
    package static let services = Fields(bit: 24)
    package static let state = Fields(bit: 25)
    package static let resumed = Fields(bit: 26)
    package static let watched = Fields(bit: 27)
    package static let category = Fields(bit: 28)
    package static let code = Fields(bit: 29)

    /// The names under which fields stand in a frame.
    package static let names: [(name: String, field: Fields)] = [
      ("id", .id), ("service", .service), ("method", .method), ("arguments", .arguments),
      ("wish", .wish), ("waits", .waits), ("cancellable", .cancellable), ("value", .value),
      ("values", .values), ("error", .error), ("cancelled", .cancelled), ("count", .count),
      ("response", .response), ("place", .place), ("number", .number), ("echo", .echo),
      ("message", .message), ("token", .token), ("versions", .versions), ("version", .version),
      ("client", .client), ("app", .app), ("process", .process), ("received", .received),
      ("services", .services), ("state", .state), ("resumed", .resumed),
      ("watched", .watched), ("category", .category), ("code", .code),
    ]

    /// The names of the fields of a set.
    package var names: [String] { Self.names.filter { contains($0.field) }.map(\.name) }
  }
}

extension SessionFrame.Kind {
  /// The fields without which a frame of this kind means nothing.
  package var required: SessionFrame.Fields {
    switch self {
    case .token: .token
    case .hello: [.versions, .client, .app, .process, .received, .services]
    case .call: [.id, .service, .method, .wish]
    case .cancel, .answer, .end: .id
    case .write: [.number, .values]
    case .unusable: [.service, .method, .count, .error]
    case .finding, .refused, .ended: .message
    case .count: [.id, .service, .method]
    case .resetCounts: .service
    case .welcome: [.version, .received, .services, .state, .resumed]
    case .item: [.id, .value]
    case .state: .values
    case .seen: .count
    }
  }

  /// The fields that a frame of this kind may have as well.
  package var optional: SessionFrame.Fields {
    switch self {
    case .call: [.arguments, .waits, .cancellable]
    case .welcome: .watched
    case .finding: [.place, .category, .code]
    case .answer: [.value, .values, .error, .cancelled, .count, .response, .place, .watched]
    case .item: [.response, .place, .watched]
    case .end: [.error, .cancelled]
    case .state: .echo
    default: []
    }
  }
}
