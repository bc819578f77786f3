import MockServices

/// Reads calls off the command line: `Service.method`, each with an object of arguments or none.
enum CallArguments {
  static func read(_ words: [String]) throws(UsageError) -> [MockCallRequest] {
    var requests: [MockCallRequest] = []
    var hasArguments = true
    for word in words {
      guard isJSON(word) else {
        guard let request = MockCallRequest(word) else {
          throw .invalidValue(
            option: "NAME", value: word, expectation: "Service.method", nearest: nil)
        }
        requests.append(request)
        hasArguments = false
        continue
      }
      guard !hasArguments, let last = requests.indices.last else { throw .argumentsFirst(word) }
      requests[last].arguments = try object(word, of: requests[last].name)
      hasArguments = true
    }
    return requests
  }

  /// Names begin as names in Swift do, so that everything else is meant as JSON.
  private static func isJSON(_ word: String) -> Bool {
    guard let first = word.first(where: { !$0.isWhitespace }) else { return true }
    return !first.isLetter && first != "_"
  }

  private static func object(
    _ text: String, of call: String
  ) throws(UsageError) -> AnyCodableValue {
    let value: AnyCodableValue
    do throws(JSONParseError) {
      value = try JSONParser().parse(text)
    } catch {
      throw .invalidJSON(call: call, error)
    }
    guard case .dictionary = value else { throw .noObject(call: call, value.kind) }
    return value
  }
}
