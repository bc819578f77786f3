internal import MockConfiguration
internal import MockData

/// A call of a flow, as learning looks at it: its operation is a method, or the template of a route.
struct LearningStep {
  /// The number of its recording, from 0; each begins with the state that the script has at first.
  let flow: Int
  let service: String
  let operation: String
  let arguments: AnyCodableValue
  /// Nil for what no function is learned for: a stream, bytes, an error of the network.
  let answer: LearningAnswer?
  /// How long the answer takes; nil where that was not recorded.
  var delay: MockDelay?

  var key: String { "\(service)\u{0}\(operation)" }

  var isRoute: Bool { HTTPHost.isName(service) }

  /// The value of an argument; nil where it is absent or null.
  func argument(_ path: [String]) -> AnyCodableValue? { arguments.member(path) }
}

extension [LearningStep] {
  /// The calls that were answered differently than an equal one of the same recording.
  var changedAnswers: [LearningStep] {
    var known: [String: String?] = [:]
    return filter { step in
      let call =
        "\(step.flow) \(step.service) \(step.operation) \(step.arguments.text(limit: 10_000))"
      guard let answer = known[call] else {
        known[call] = .some(step.answer?.text)
        return false
      }
      return answer != step.answer?.text
    }
  }
}

/// What a call was answered with, in the parts that a function gives.
struct LearningAnswer {
  /// The status of a route; nil for 200.
  var status: Int?
  /// The code of an error; nil for a value.
  var code: String?
  /// `body` and `headers` of a route, `body` of a value, `message` and `details` of an error.
  var parts: [String: AnyCodableValue] = [:]

  /// Equal for answers of one kind: those of one status, or errors of one code.
  var kind: String { code ?? "\(status ?? 200)" }
  var isFailure: Bool { code != nil || (status ?? 200) >= 400 }
  var body: AnyCodableValue? { parts["body"] }

  /// Equal for equal answers.
  var text: String {
    kind + " " + AnyCodableValue.dictionary(parts).text(limit: 10_000)
  }

  init() {}

  init?(_ response: MockResponse, isRoute: Bool) {
    switch response.result {
    case .success where isRoute:
      guard let routed = try? RoutedValue(response.value) else { return nil }
      status = routed.status
      switch routed.content {
      case .nothing: break
      case .body(let body): parts["body"] = body
      case .bytes, .event, .chunk: return nil
      }
      guard routed.headers.isEmpty else {
        parts["headers"] = .dictionary(routed.dataOfHeaders)
        return
      }
    case .success: parts["body"] = response.value
    case .error where !isRoute:
      guard let error = response.error else { return nil }
      code = error.code
      parts["message"] = .string(error.message)
      parts["details"] = error.details
    case .error, .stream, .callback, .passthrough: return nil
    }
  }
}

extension AnyCodableValue {
  /// The member at the end of a path; nil where there is none, or a null.
  func member(_ path: [String]) -> AnyCodableValue? {
    var value = self
    for name in path {
      guard case .dictionary(let members) = value, let inner = members[name] else { return nil }
      value = inner
    }
    return value == .null ? nil : value
  }

  var members: [String: AnyCodableValue]? {
    if case .dictionary(let members) = self { members } else { nil }
  }

  var elements: [AnyCodableValue]? { if case .array(let elements) = self { elements } else { nil } }

  var integer: Int? { if case .int(let number) = self { number } else { nil } }

  /// A text or a number as a part of a text.
  var word: String? {
    switch self {
    case .string(let text): text
    case .int(let number): "\(number)"
    default: nil
    }
  }

  /// The paths to what is neither an object nor a list, and to the lists.
  func leaves(_ path: [String] = []) -> [[String]] {
    guard case .dictionary(let members) = self, path.count < 5 else { return [path] }
    return members.sortedByKeyBytes().flatMap { $0.value.leaves(path + [$0.key]) }
  }
}
