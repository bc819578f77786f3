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
    let bytes = Array(text.utf8)
    let quote = Self.openQuote(in: bytes)
    isString = quote != nil
    if let quote {
      start = quote + 1
      prefix = String(decoding: bytes[start...], as: UTF8.self)
      subject = Self.subject(ofStringAfter: bytes[..<quote])
      return
    }
    var position = bytes.endIndex
    while position > 0, bytes[position - 1].isASCIIWord { position -= 1 }
    start = position
    prefix = String(decoding: bytes[position...], as: UTF8.self)
    subject = prefix.first?.isNumber == true ? .nothing : Self.subject(before: bytes[..<position])
  }

  // MARK: - Strings

  /// Returns the index of the opening quotation mark if the text ends inside a string.
  private static func openQuote(in bytes: [UInt8]) -> Int? {
    var quote: Int?
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { position += 1 }
        if byte == bytes[open] { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = position
      } else if bytes[position...].starts(with: "--".utf8) {
        return nil
      }
      position += 1
    }
    return quote
  }

  private static func subject(ofStringAfter bytes: ArraySlice<UInt8>) -> Subject {
    let code = bytes.reversed().drop { $0 == 32 || $0 == UInt8(ascii: "(") }
    let word = String(decoding: code.prefix { $0.isASCIIWord }.reversed(), as: UTF8.self)
    switch word {
    case "service", "override": return .services
    case "bind": return .sharedKeys
    case "calls": return .methods
    default: return .nothing
    }
  }

  // MARK: - Names

  private static func subject(before bytes: ArraySlice<UInt8>) -> Subject {
    var rest = trimmed(bytes)
    guard let last = rest.last, last == UInt8(ascii: ".") || last == UInt8(ascii: ":") else {
      return .members(of: [], isMethod: false)
    }
    // After `..`, which concatenates strings, a new name starts.
    if rest.dropLast().last == last { return .members(of: [], isMethod: false) }
    let isMethod = last == UInt8(ascii: ":")
    var path: [String] = []
    while let separator = rest.last, path.isEmpty || separator == UInt8(ascii: "."),
      rest.dropLast().last != separator
    {
      rest = trimmed(rest.dropLast())
      let name = rest.reversed().prefix { $0.isASCIIWord }
      guard !name.isEmpty else { return isMethod && path.isEmpty ? .builders : .nothing }
      path.insert(String(decoding: name.reversed(), as: UTF8.self), at: 0)
      rest = trimmed(rest.dropLast(name.count))
    }
    return .members(of: path, isMethod: isMethod)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.dropLast(bytes.reversed().prefix { $0 == 32 || $0 == 9 }.count)
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
    if path.count == 2, path[0] == "services" {
      return configuration.services[path[1]].map { Array($0.methods.keys) } ?? []
    }
    if path.isEmpty, !isMethod {
      let names = (try? console.namesAfter.call(path, isMethod, as: [String].self)) ?? []
      return Array(Set(names).union(scenario.serviceNames))
    }
    if path.count == 1, !isMethod, let service = configuration.services[path[0]] {
      return Array(service.methods.keys)
    }
    return (try? console.namesAfter.call(path, isMethod, as: [String].self)) ?? []
  }
}

extension CompletionRequest.Subject {
  /// The service whose methods are the completions, as for `services.Login.` and `Login.`; nil for any other request.
  fileprivate var service: String? {
    guard case .members(let path, isMethod: false) = self else { return nil }
    return path.count == 2 && path[0] == "services" || path.count == 1 ? path.last : nil
  }
}
