internal import MockCalls
internal import MockConfiguration
internal import MockData

/// A message of a live session, in either direction.
///
/// Each kind has its own payload. For a description of all kinds, see `docs/session-protocol.md`.
package enum SessionFrame: Sendable {
  // Sent by the app.
  case token(Token)
  case hello(Hello)
  case call(Call)
  case passed(Passed)
  case contract(Contract)
  case cancel(Cancel)
  case write(Write)
  case unusable(Unusable)
  case issue(Issue)
  case count(Count)
  case resetCounts(ResetCounts)
  case fields(Fields)
  // Sent by the test.
  case welcome(Welcome)
  case refused(Reason)
  case chosen(Chosen)
  case answer(Reply)
  case item(Item)
  case end(End)
  case state(State)
  case ended(Reason)
  // Sent by both.
  case acknowledged(Acknowledged)

  package enum Sender: Sendable {
    case app
    case test
    case both
  }

  package enum Kind: String, Sendable, CaseIterable {
    case token, hello, call, passed, contract, cancel, write, unusable, issue, count, resetCounts
    case fields
    case welcome, refused, chosen, answer, item, end, state, ended
    case acknowledged = "seen"

    package var sender: Sender {
      switch self {
      case .token, .hello, .call, .passed, .contract, .cancel, .write, .unusable, .issue,
        .count, .resetCounts, .fields:
        .app
      case .welcome, .refused, .chosen, .answer, .item, .end, .state, .ended: .test
      case .acknowledged: .both
      }
    }

    /// Whether frames of this kind are counted, and are sent again after the connection was lost.
    package var isCounted: Bool {
      switch self {
      case .token, .hello, .welcome, .refused, .acknowledged: false
      default: true
      }
    }
  }

  package var kind: Kind { described.kind }

  var payload: any FramePayload { described.payload }

  private var described: (kind: Kind, payload: any FramePayload) {
    switch self {
    case .token(let payload): (.token, payload)
    case .hello(let payload): (.hello, payload)
    case .call(let payload): (.call, payload)
    case .passed(let payload): (.passed, payload)
    case .contract(let payload): (.contract, payload)
    case .cancel(let payload): (.cancel, payload)
    case .write(let payload): (.write, payload)
    case .unusable(let payload): (.unusable, payload)
    case .issue(let payload): (.issue, payload)
    case .count(let payload): (.count, payload)
    case .resetCounts(let payload): (.resetCounts, payload)
    case .fields(let payload): (.fields, payload)
    case .welcome(let payload): (.welcome, payload)
    case .refused(let payload): (.refused, payload)
    case .chosen(let payload): (.chosen, payload)
    case .answer(let payload): (.answer, payload)
    case .item(let payload): (.item, payload)
    case .end(let payload): (.end, payload)
    case .state(let payload): (.state, payload)
    case .ended(let payload): (.ended, payload)
    case .acknowledged(let payload): (.acknowledged, payload)
    }
  }

  init(_ kind: Kind, from fields: inout some FrameFields) {
    switch kind {
    case .token: self = .token(Token(&fields))
    case .hello: self = .hello(Hello(&fields))
    case .call: self = .call(Call(&fields))
    case .passed: self = .passed(Passed(&fields))
    case .contract: self = .contract(Contract(&fields))
    case .cancel: self = .cancel(Cancel(&fields))
    case .write: self = .write(Write(&fields))
    case .unusable: self = .unusable(Unusable(&fields))
    case .issue: self = .issue(Issue(&fields))
    case .count: self = .count(Count(&fields))
    case .resetCounts: self = .resetCounts(ResetCounts(&fields))
    case .fields: self = .fields(Fields(&fields))
    case .welcome: self = .welcome(Welcome(&fields))
    case .refused: self = .refused(Reason(&fields))
    case .chosen: self = .chosen(Chosen(&fields))
    case .answer: self = .answer(Reply(&fields))
    case .item: self = .item(Item(&fields))
    case .end: self = .end(End(&fields))
    case .state: self = .state(State(&fields))
    case .ended: self = .ended(Reason(&fields))
    case .acknowledged: self = .acknowledged(Acknowledged(&fields))
    }
  }
}

// The services in a `hello`: those that the app mocks, with the requirements of their protocols.

extension AppDescription.Service {
  private static let (name, contract) = ("name", "contract")

  /// Returns the service in the form of an object in a `hello` frame.
  func greeting(withContract: Bool) -> AnyCodableValue {
    var members: [String: AnyCodableValue] = [Self.name: .string(name)]
    if withContract { members[Self.contract] = contract?.value }
    return .dictionary(members)
  }

  /// Reads a service from a `hello` frame.
  ///
  /// Unknown members are ignored, because they belong to later versions.
  fileprivate init(greeting: AnyCodableValue, at index: Int) throws(FrameProblem) {
    guard case .dictionary(let members) = greeting, case .string(let name)? = members[Self.name]
    else {
      throw .wrongValue("services", kind: "hello", expected: "list of objects with a `name`")
    }
    self.init(name)
    guard let contract = members[Self.contract] else { return }
    do {
      self.contract = try AnyCodableValueDecoder().decode(_MockContract.self, from: contract)
    } catch {
      throw .unusableContract(
        service: name, index: index, reason: MockConfigurationError(error).description)
    }
  }
}

extension SessionFrame.Hello {
  package func greetedServices() throws(FrameProblem) -> [AppDescription.Service] {
    guard case .array(let list) = services else {
      throw .wrongValue("services", kind: "hello", expected: "list of objects")
    }
    var read: [AppDescription.Service] = []
    for (index, service) in list.enumerated() {
      read.append(try .init(greeting: service, at: index))
    }
    return read
  }
}
