package import MockCalls
internal import MockConfiguration

/// The purpose for which a person writes JSON data.
package enum DataPlace: Sendable, Equatable {
  /// The object of a call's arguments.
  case arguments(service: String, method: String)
  /// A method's response.
  case response(service: String, method: String)
  /// The value of a shared key.
  case state(key: String)

  func place(in document: ContractDocument) -> ContractPlace {
    func methods(_ service: String, _ method: String) -> [_MockContract.Method] {
      (document.services[service]?.methods ?? []).filter { $0.key == method }
    }
    switch self {
    case .arguments(let service, let method): return .arguments(methods(service, method))
    case .response(let service, let method): return .response(methods(service, method))
    case .state: return .updates
    }
  }
}

extension ScenarioRuntime {
  /// Returns completions at the end of JSON that a person is writing, like those of the console for Lua.
  ///
  /// - Parameters:
  ///   - text: The JSON up to the cursor.
  ///   - use: What the JSON is for.
  ///   - contract: The contracts of the app's mocks.
  /// - Returns: The start of the word, including its quotation mark, and the completions: keys with a colon, and
  ///   values.
  package nonisolated func completions(
    ofJSON text: String, for use: DataPlace, contract: ContractDocument
  ) -> ConsoleCompletions {
    let request = CompletionRequest(text)
    let start = request.start - (request.isString ? 1 : 0)
    let before = String(decoding: text.utf8.prefix(start), as: UTF8.self)
    let typed = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
    let known = known(contract)
    var root = use.place(in: contract)
    if case .state(let key) = use { root = root.entry(key, in: known) }
    let place = ContractCompletion(OpenBrackets.tables(ofJSON: before), in: root, knowing: known)
    let names = place.literals.filter { $0.hasPrefix(typed) || $0.hasPrefix("\"\(typed)") }
    return ConsoleCompletions(start: start, names: Set(names).sorted())
  }
}
