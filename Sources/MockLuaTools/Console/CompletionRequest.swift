internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockLua

/// The text before the cursor, parsed to find out which names can follow.
struct CompletionRequest {
  enum Subject: Equatable {
    /// The members of the value at a path.
    ///
    /// An empty path means all names that can start an expression. If `isMethod` is true, the name follows a colon, so
    /// it must be a function.
    case members(of: [String], isMethod: Bool)
    /// The words that can follow a response or a service, as in `reply(1) :after`.
    case builders
    /// Names in quotation marks, as in `service "Login`, `:bind "status`, and `calls "Login.signIn`.
    case services, sharedKeys, methods
    case nothing
  }

  private(set) var subject: Subject
  /// The part of the name typed so far.
  let prefix: String
  /// The offset of the first character of the name, in UTF-8 bytes.
  let start: Int
  let isString: Bool

  init(_ text: String) {
    // Words in comments are completed, too. On the first line of a script, `#` would start a comment.
    var tokens = LuaToken.all(of: "\n" + text.replacing("--", with: "  "))[...]
    let end = text.utf8.count
    let current = tokens.last.flatMap { $0.range.upperBound > end && $0.isIncomplete ? $0 : nil }
    if current != nil { tokens.removeLast() }
    let isString = current?.kind == .text
    self.isString = isString
    start = current.map { $0.range.lowerBound - (isString ? 0 : 1) } ?? end
    prefix = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
    subject =
      switch current?.kind {
      case .text?: Self.subject(ofStringAfter: tokens)
      case .number?: .nothing
      default: Self.subject(ofNameAfter: tokens)
      }
  }

  private static func subject(ofStringAfter tokens: ArraySlice<LuaToken>) -> Subject {
    switch tokens.last(where: { $0.source != "(" })?.source {
    case "service", "override": .services
    case "bind": .sharedKeys
    case "calls": .methods
    default: .nothing
    }
  }

  private static func subject(ofNameAfter tokens: ArraySlice<LuaToken>) -> Subject {
    guard let last = tokens.last?.source, last == "." || last == ":" else {
      return .members(of: [], isMethod: false)
    }
    var path: [String] = []
    var rest = tokens
    while let separator = rest.last?.source, separator == "." || path.isEmpty {
      rest.removeLast()
      guard let name = rest.popLast(), name.isWord else {
        return last == ":" && path.isEmpty ? .builders : .nothing
      }
      path.insert(name.text, at: 0)
    }
    return .members(of: path, isMethod: last == ":")
  }
}

extension LuaToken {
  /// Whether the token is a name or a keyword.
  fileprivate var isWord: Bool { kind != .number && source.utf8.first?.isASCIIWord == true }

  /// Whether more characters after the token can belong to it.
  fileprivate var isIncomplete: Bool {
    // A string without its closing quotation mark is incomplete.
    kind == .text ? source.utf8.count == text.utf8.count + 1 : isWord || kind == .number
  }
}

/// The possible completions of the word at the end of some text.
public struct ConsoleCompletions: Sendable, Equatable {
  /// The offset of the first character of the word, in UTF-8 bytes.
  public var start: Int
  /// The names, sorted.
  ///
  /// Each one can replace the word.
  public var names: [String]

  package init(start: Int, names: [String]) {
    self.start = start
    self.names = names
  }

  /// Keeps the names that start with a prefix, without duplicates.
  init(start: Int, names: [String], prefix: String) {
    self.init(start: start, names: Set(names.filter { $0.hasPrefix(prefix) }).sorted())
  }
}

/// The names from the app's contract and from the scenario, for completions.
struct KnownNames {
  var document = ContractDocument()
  var sharedKeys: [String] = []
  var gates: [String] = []
  /// The shapes of the properties bound to each shared key.
  var bound: [String: [TypeShape]] = [:]
}

extension ScenarioRuntime {
  /// The names that are known while the scenario runs, including those that it has declared so far.
  nonisolated func known(_ contract: ContractDocument?) -> KnownNames {
    let document = contract ?? ContractDocument()
    return KnownNames(
      document: document, sharedKeys: sharedState.keys, gates: gates.names,
      bound: document.boundShapes(in: configuration))
  }
}

extension ScenarioRuntime {
  /// Returns the names that complete a request, without running functions of the script.
  nonisolated(nonsending) func names(
    for request: CompletionRequest, _ contract: ContractDocument?, isLimited: Bool
  ) async -> [String] {
    let services = contract?.services ?? [:]
    return switch request.subject {
    case .nothing: []
    case .services, .members(of: ["services"], isMethod: false):
      scenario.serviceNames + services.keys
    case .methods:
      scenario.methodNames
        + services.flatMap { name, contract in contract.methods.map { "\(name).\($0.key)" } }
    case .sharedKeys, .members(of: ["state"], isMethod: false): sharedState.keys
    case .builders, .members:
      await namesOfMembers(request.subject, isLimited: isLimited)
        + (request.subject.service.flatMap { services[$0] }?.methods.map(\.key) ?? [])
    }
  }

  private nonisolated(nonsending) func namesOfMembers(
    _ subject: CompletionRequest.Subject, isLimited: Bool
  ) async -> [String] {
    let script = script
    return await script.withLua(script.lock) {
      let console = try? openConsole(of: script, isLimited: isLimited)
      return console.map { members(of: subject, $0) } ?? []
    }
  }

  private nonisolated func members(of subject: CompletionRequest.Subject, _ console: LiveConsole)
    -> [String]
  {
    guard case .members(let path, let isMethod) = subject else {
      return (try? console.builderNames.call(as: [String].self)) ?? []
    }
    if let service = subject.service.flatMap({ configuration.services[$0] }) {
      return Array(service.methods.keys)
    }
    let names = (try? console.namesAfter.call(path, isMethod, as: [String].self)) ?? []
    return path.isEmpty ? names + scenario.serviceNames : names
  }
}

extension CompletionRequest.Subject {
  /// The service whose methods are the completions, as for `services.Login.` and `Login.`; nil for any other request.
  fileprivate var service: String? {
    switch self {
    case .members(let path, isMethod: false) where path.count == 1: path[0]
    case .members(let path, _) where path.count == 2 && path[0] == "services": path[1]
    default: nil
    }
  }
}
