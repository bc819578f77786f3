internal import MockConfiguration
internal import MockData
internal import MockRecording

/// A recorded call, in the form from which state is learned.
///
/// Its operation is a method or the template of a route.
struct LearningStep {
  /// The call, with the operation as its method.
  let entry: Recording.Entry
  /// The response; nil if it can't be learned, because it is a stream, bytes, or a network error.
  let answer: ResponseSample?

  var flow: Int { entry.flow }
  var service: String { entry.service }
  var operation: String { entry.method }
  var arguments: AnyCodableValue { entry.arguments }
  var key: String { entry.key }

  /// The records in the response, unless it is an error.
  var records: [Records.Record] {
    answer?.isFailure == false ? Records.all(in: answer?.body) : []
  }

  var isRoute: Bool { HTTPHost.isName(service) }

  /// Whether the body of the request isn't known, or absent.
  var lacksBody: Bool { argument(["body"]) == nil }

  /// Whether the operation makes a row, according to its name.
  var isMaking: Bool {
    isRoute
      ? operation.hasPrefix("POST ")
      : ResourceLearning.making.contains(Resource.words(of: operation).first ?? "")
  }

  /// Returns the value of an argument, or nil if the argument is absent or null.
  func argument(_ path: [String]) -> AnyCodableValue? { arguments.member(path) }
}

extension [LearningStep] {
  /// The names in the queries of the requests, by the keys of the operations.
  var queryNames: [String: Set<String>] {
    reduce(into: [:]) { names, step in
      guard step.isRoute, let query = step.argument(["query"])?.members else { return }
      names[step.key, default: []].formUnion(query.keys)
    }
  }

  /// The calls whose responses differ from those to equal calls of the same recording.
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

/// A call's response, split into the parts that a function returns.
struct ResponseSample {
  /// The status of a route's response; nil for 200.
  var status: Int?
  /// The code of an error; nil for a value.
  var code: String?
  /// The parts by name: `body` and `headers` for a route, `body` for a value, or `message` and `details` for an error.
  var parts: [String: AnyCodableValue] = [:]

  /// A string that is the same for responses of the same kind: those with the same status, or errors with the same
  /// code.
  var kind: String { code ?? "\(status ?? 200)" }
  var isFailure: Bool { code != nil || (status ?? 200) >= 400 }
  var body: AnyCodableValue? { parts["body"] }

  /// A string that is the same for equal responses.
  var text: String {
    kind + " " + AnyCodableValue.dictionary(parts).text(limit: 10_000)
  }

  init() {}

  init?(_ response: MockResponse, isRoute: Bool) {
    switch response.result {
    case .success where isRoute:
      guard let routed = try? RoutedValue(response.value), routed.fault == nil else { return nil }
      status = routed.status
      switch routed.content {
      case .nothing: break
      case .body(let body): parts["body"] = body
      case .bytes, .event, .chunk, .piece: return nil
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
  var isBool: Bool { if case .bool = self { true } else { false } }

  /// A string or number as part of a longer string.
  var word: String? {
    switch self {
    case .string(let text): text
    case .int(let number): "\(number)"
    default: nil
    }
  }

  /// Returns the paths to lists, and to all other values that aren't objects.
  func leaves(_ path: [String] = []) -> [[String]] {
    guard case .dictionary(let members) = self, path.count < 5 else { return [path] }
    return members.sortedByKeyBytes().flatMap { $0.value.leaves(path + [$0.key]) }
  }
}

/// The time limit for learning.
///
/// Operations that aren't learned by then stay as they were recorded.
enum LearningBudget {
  @TaskLocal static var end: ContinuousClock.Instant?

  /// The time limit for one script.
  ///
  /// Part of it is needed to check the learned functions.
  static let usual = Duration.seconds(5)

  static var isSpent: Bool { end.map { ContinuousClock.now >= $0 } ?? false }
}
