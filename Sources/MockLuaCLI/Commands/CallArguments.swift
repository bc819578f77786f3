import MockCalls
import MockData
import MockLuaTools

/// Parses calls from a command line.
///
/// A call is `Service.method` or `GET /path`, and an object of arguments can follow it. Between calls, `open=GATE` and
/// `close=GATE` change gates.
struct CallArguments {
  private var words: ArraySlice<String>
  private var steps: [MockCallStep] = []
  /// Whether the last step can't take arguments, or already has them.
  private var hasArguments = true

  /// Parses calls without gates.
  static func read(_ words: [String]) throws(UsageError) -> [MockCallRequest] {
    try readSteps(words).map { step throws(UsageError) in
      switch step {
      case .call(let request): return request
      case .open(let gate): throw .invalidCall(.gate("open=\(gate)"))
      case .close(let gate): throw .invalidCall(.gate("close=\(gate)"))
      }
    }
  }

  /// Parses calls, and the changes of gates between them.
  static func readSteps(_ words: [String]) throws(UsageError) -> [MockCallStep] {
    var arguments = CallArguments(words: words[...])
    return try rethrowing(as: UsageError.invalidCall, arguments.readSteps())
  }

  private mutating func readSteps() throws(CallWordProblem) -> [MockCallStep] {
    while let word = words.popFirst() {
      if let step = Self.gateStep(word) {
        steps.append(step)
        hasArguments = true
      } else if Self.isJSON(word) {
        try addArguments(word)
      } else {
        try checkForAssignments(word)
        try addCall(word)
      }
    }
    return steps
  }

  private mutating func addArguments(_ word: String) throws(CallWordProblem) {
    if word.hasPrefix("/") { throw .missingMethod(address: word) }
    guard !hasArguments, case .call(var request) = steps.popLast() else {
      throw .argumentsFirst(word)
    }
    request.arguments = try Self.object(word, of: request.name)
    steps.append(.call(request))
    hasArguments = true
  }

  private mutating func addCall(_ word: String) throws(CallWordProblem) {
    let name = try requestName(word) ?? word
    guard let request = MockCallRequest(name) else { throw .notCall(name) }
    steps.append(.call(request))
    hasArguments = false
  }

  // MARK: - Requests

  private static let methods: Set = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
  ]

  /// Returns the name of a request, whose method and address are one word or two, or nil for a call.
  private mutating func requestName(_ word: String) throws(CallWordProblem) -> String? {
    let parts = word.split(separator: " ", maxSplits: 1).map(String.init)
    guard let method = parts.first, Self.methods.contains(method.uppercased()) else { return nil }
    guard let address = parts.dropFirst().first ?? nextAddress() else {
      // A service can have this name, as in `Get.all`, but a call can't.
      throw .missingAddress(method: method.uppercased())
    }
    let name = "\(method.uppercased()) \(address)"
    guard method == method.uppercased() else {
      throw .lowercaseMethod("\(method) \(address)", instead: name)
    }
    return name
  }

  /// Takes the next word if it is a path or an address.
  private mutating func nextAddress() -> String? {
    guard let next = words.first, next.hasPrefix("/") || next.contains("://") else { return nil }
    return words.popFirst()
  }

  // MARK: - Gates and arguments

  private static func gateStep(_ word: String) -> MockCallStep? {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    switch parts[0] {
    case "open": return .open(gate: String(parts[1]))
    case "close": return .close(gate: String(parts[1]))
    default: return nil
    }
  }

  /// Whether a word is JSON.
  ///
  /// Names start with a letter or an underscore, as in Swift.
  private static func isJSON(_ word: String) -> Bool {
    guard let first = word.first(where: { !$0.isWhitespace }) else { return true }
    return !first.isLetter && first != "_"
  }

  /// Refuses arguments such as `code=1 user=Ada`, and shows them as JSON.
  private func checkForAssignments(_ word: String) throws(CallWordProblem) {
    var members: [String: AnyCodableValue] = [:]
    var given: [String] = []
    for word in [word] + words {
      guard let (label, value) = Self.assignment(word) else { break }
      members[label] = value
      given.append(word)
    }
    guard !given.isEmpty else { return }
    throw .assignments(
      given.joined(separator: " "), json: AnyCodableValue.dictionary(members).compactText)
  }

  private static func assignment(_ word: String) -> (label: String, value: AnyCodableValue)? {
    guard let equals = word.firstIndex(of: "=") else { return nil }
    let label = word[..<equals]
    guard !label.isEmpty, label.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
      return nil
    }
    let text = String(word[word.index(after: equals)...])
    return (String(label), (try? JSONParser().parse(text)) ?? .string(text))
  }

  private static func object(
    _ text: String, of call: String
  ) throws(CallWordProblem) -> AnyCodableValue {
    let value: AnyCodableValue
    do throws(JSONParseError) {
      value = try JSONParser().parse(text)
    } catch {
      if text.contains(where: typographicQuotes.contains) { throw .typographicQuotes(call: call) }
      throw .invalidJSON(call: call, error)
    }
    guard case .dictionary = value else { throw .noObject(call: call, value.kind) }
    return value
  }

  /// Quotation marks that text editors write instead of `"` and `'`.
  private static let typographicQuotes: Set<Character> = [
    "\u{2018}", "\u{2019}", "\u{201A}", "\u{201C}", "\u{201D}", "\u{201E}",
  ]
}
