import LanguageReference
import MockData
import MockLua

/// Handles messages of the Model Context Protocol, one after the other.
///
/// Both protocol eras are supported: a request whose `_meta` has a version is independent of others, and any other
/// request requires `initialize` before it.
struct MCPServer {
  private var isInitialized = false

  private let tools: [MCPTool]
  private let resources = ReferenceResource.all

  /// Creates a server, which runs code only if it is allowed to run tests.
  init(mayRunTests: Bool) { tools = MCPTool.all + (mayRunTests ? [.test] : []) }

  /// Returns the response to a line, or nil if the line doesn't get a response.
  mutating func answer(_ line: [UInt8]) -> AnyCodableValue? {
    guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { return nil }
    do throws(MCPMessage.Problem) {
      switch try MCPMessage(line) {
      case .request(let id, let request): return answer(request, id)
      case .notification, .response: return nil
      }
    } catch {
      return error.failure.response(to: error.id)
    }
  }

  private mutating func answer(
    _ request: MCPRequest, _ id: AnyCodableValue
  ) -> AnyCodableValue {
    do throws(MCPFailure) {
      let era = try era(of: request)
      var result = try result(of: request, in: era)
      if era == .stateless {
        result["resultType"] = "complete"
        result["_meta"] = [Self.key("serverInfo"): Self.serverInfo]
      }
      return ["jsonrpc": "2.0", "id": id, "result": .dictionary(result)]
    } catch {
      return error.response(to: id)
    }
  }

  // MARK: - Eras

  private static func key(_ name: String) -> String { "io.modelcontextprotocol/\(name)" }

  private static let (versionKey, capabilitiesKey) =
    (key("protocolVersion"), key("clientCapabilities"))

  private static let discover = "server/discover"
  private static let initialize = "initialize"
  private static let ping = "ping"

  private func era(of request: MCPRequest) throws(MCPFailure) -> MCPEra {
    let meta: [String: AnyCodableValue]
    switch request.parameters["_meta"] {
    case .dictionary(let members): meta = members
    case nil: meta = [:]
    default: throw .badParameters("`_meta` must be an object")
    }
    // The handshake doesn't exist in the other era, regardless of the other parameters.
    if request.method == Self.initialize { return .handshake }
    guard
      meta[Self.versionKey] != nil || meta[Self.capabilitiesKey] != nil
        || request.method == Self.discover
    else {
      guard isInitialized || request.method == Self.ping else {
        throw .badRequest(
          "`\(request.method.escaped)` was sent before `initialize`; send `initialize` first, or write"
            + " `\(Self.versionKey)` and `\(Self.capabilitiesKey)` into `_meta`")
      }
      return .handshake
    }
    guard case .string(let version) = meta[Self.versionKey] else {
      throw .badParameters(
        "`_meta` lacks `\(Self.versionKey)`; write \"\(MCPEra.stateless.version)\"")
    }
    guard version == MCPEra.stateless.version else { throw .unsupported(version) }
    guard case .dictionary = meta[Self.capabilitiesKey] else {
      throw .badParameters("`_meta` lacks `\(Self.capabilitiesKey)`; write an object, such as {}")
    }
    return .stateless
  }

  // MARK: - Methods

  private static let methods = [
    "tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read",
  ]

  private mutating func result(
    of request: MCPRequest, in era: MCPEra
  ) throws(MCPFailure) -> [String: AnyCodableValue] {
    let parameters = request.parameters
    switch (request.method, era) {
    case (Self.initialize, .handshake): return try initialize(parameters)
    case (Self.ping, .handshake): return [:]
    case (Self.discover, .stateless):
      return cached(
        [
          "supportedVersions": [
            .string(MCPEra.stateless.version), .string(MCPEra.handshake.version),
          ],
          "capabilities": Self.capabilities, "instructions": .string(Self.instructions),
        ], in: era)
    case ("tools/list", _):
      return cached(try page(parameters, "tools", tools.map(\.definition)), in: era)
    case ("tools/call", _): return try call(parameters)
    case ("resources/list", _):
      return cached(try page(parameters, "resources", resources.map(\.description)), in: era)
    case ("resources/templates/list", _):
      return cached(try page(parameters, "resourceTemplates", []), in: era)
    case ("resources/read", _): return cached(try read(parameters, in: era), in: era)
    default:
      let own = era == .stateless ? [Self.discover] : [Self.initialize, Self.ping]
      throw .noMethod(request.method, known: Self.methods + own)
    }
  }

  private mutating func initialize(
    _ parameters: [String: AnyCodableValue]
  ) throws(MCPFailure) -> [String: AnyCodableValue] {
    guard case .string = parameters["protocolVersion"] else {
      throw .badParameters(
        "`protocolVersion` must be a string, such as \"\(MCPEra.handshake.version)\"")
    }
    guard !isInitialized else {
      throw .badRequest("`initialize` was already sent; send it only once")
    }
    isInitialized = true
    // A client with a different version decides whether it supports this one.
    return [
      "protocolVersion": .string(MCPEra.handshake.version), "capabilities": Self.capabilities,
      "serverInfo": Self.serverInfo, "instructions": .string(Self.instructions),
    ]
  }

  private static let capabilities: AnyCodableValue = ["tools": [:], "resources": [:]]

  private static let serverInfo: AnyCodableValue = [
    "name": "mocklua", "version": .string(MockLuaVersion.current),
  ]

  private static let instructions = """
    Mock services for Swift apps, written in Lua: a script defines the responses of each service. Read \
    \(ReferenceResource.language) before you write one. Run `check` after each change: an issue has a file, a line, \
    a problem, a suggestion, and, if the fix is certain, an edit. Paths are relative to the server's folder.
    """

  /// The time that a client can cache data that doesn't change while this process runs.
  private static let lifetimeMs = 3_600_000

  private func cached(
    _ result: [String: AnyCodableValue], in era: MCPEra
  ) -> [String: AnyCodableValue] {
    guard era == .stateless else { return result }
    return result.merging(["ttlMs": .int(Self.lifetimeMs), "cacheScope": "public"]) { $1 }
  }

  /// Returns a list on a single page.
  private func page(
    _ parameters: [String: AnyCodableValue], _ name: String, _ list: [AnyCodableValue]
  ) throws(MCPFailure) -> [String: AnyCodableValue] {
    guard parameters["cursor"] == nil else {
      throw .badParameters("unknown `cursor`; remove it, because there is only one page")
    }
    return [name: .array(list)]
  }

  private func call(
    _ parameters: [String: AnyCodableValue]
  ) throws(MCPFailure) -> [String: AnyCodableValue] {
    guard case .string(let name) = parameters["name"] else {
      throw .badParameters("`name` must be the name of a tool, such as \"check\"")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      if name == MCPTool.test.name {
        throw .badParameters(
          "the tool `test` runs code, which this server doesn't allow; start it with --allow-running-tests"
        )
      }
      let hint = NearestName.hint(for: name, candidates: tools.map(\.name)) ?? ""
      throw .badParameters("there is no tool `\(name.escaped)`; \(hint)")
    }
    switch parameters["arguments"] {
    case .dictionary(let arguments): return tool.answer(arguments).members
    case nil: return tool.answer([:]).members
    default: throw .badParameters("`arguments` must be an object")
    }
  }

  private func read(
    _ parameters: [String: AnyCodableValue], in era: MCPEra
  ) throws(MCPFailure) -> [String: AnyCodableValue] {
    guard case .string(let address) = parameters["uri"] else {
      throw .badParameters("`uri` must be a string, such as \"\(ReferenceResource.language)\"")
    }
    guard let resource = resources.first(where: { $0.address == address }) else {
      throw .noResource(address, known: resources.map(\.address), in: era)
    }
    return ["contents": [resource.content]]
  }
}

/// The two eras of the Model Context Protocol.
enum MCPEra: Equatable {
  /// The client starts with `initialize`, whose result applies to the whole process.
  case handshake
  /// Each request contains its version in `_meta`. `server/discover` returns the server's capabilities.
  case stateless

  var version: String {
    switch self {
    case .handshake: "2025-11-25"
    case .stateless: "2026-07-28"
    }
  }
}

/// An article about the language, as a resource for clients.
struct ReferenceResource: Sendable {
  private let article: LanguageReference.Article

  /// All articles, in the order in which they are listed.
  static let all = LanguageReference.articles.map(ReferenceResource.init)

  /// The URI of the article to read first.
  static let language = "mocklua://reference/Language"

  private init(_ article: LanguageReference.Article) { self.article = article }

  var address: String { "mocklua://reference/\(article.name)" }

  /// The article in the format of `resources/list`.
  var description: AnyCodableValue {
    [
      "uri": .string(address), "name": .string(article.name),
      "description": .string(article.summary), "mimeType": .string(article.type),
      "size": .int(article.text.utf8.count),
    ]
  }

  /// The article in the format of `resources/read`.
  var content: AnyCodableValue {
    [
      "uri": .string(address), "mimeType": .string(article.type),
      "text": .string(article.text),
    ]
  }
}
