package import MockConfiguration
package import MockData
internal import MockLua

/// Converts a configuration to an equivalent script.
///
/// Parts that can't be expressed in a script are omitted and replaced by comments. ``ConfigurationDifference`` finds
/// the resulting differences.
package struct ConfigurationImport {
  private let configuration: MockServiceConfiguration
  private var script = ImportedScript()
  package var fixtures: FixtureFiles
  package let storesLongData: Bool

  /// Leaves some room for the tables around the data.
  static let depthLimit = 60

  /// `name` is the prefix for the names of the files next to the script.
  ///
  /// With `storesLongData`, data of more than 64 KiB is moved to files.
  package static func script(
    of configuration: MockServiceConfiguration, name: String, storesLongData: Bool = false
  ) -> ImportedScript {
    var importing = ConfigurationImport(
      configuration: configuration, name: name, storesLongData: storesLongData)
    importing.run()
    importing.script.files = importing.fixtures.files
    return importing.script
  }

  private init(configuration: MockServiceConfiguration, name: String, storesLongData: Bool) {
    self.configuration = configuration
    self.storesLongData = storesLongData
    fixtures = FixtureFiles(scriptName: name)
  }

  private mutating func run() {
    let shared = configuration.sharedState ?? [:]
    for (key, property) in shared where isKept(key: key, property.initial) {
      script.shared[key] = property.initial
    }
    for (name, entry) in configuration.services.sortedByKeyBytes() {
      guard let service = service(name, entry) else {
        script.comments.append(
          "Service \(LuaText.string(name)) is left out: "
            + (name.isEmpty
              ? "a service in a script needs a name." : "it has neither methods nor properties."))
        continue
      }
      script.services.append(service)
    }
  }

  private func isKept(key: String, _ value: AnyCodableValue) -> Bool {
    !key.isEmpty && value.isNested(atMost: Self.depthLimit)
  }

  private mutating func service(_ name: String, _ entry: MockServiceEntry) -> ImportedService? {
    var methods: [ImportedMethod] = []
    for (method, config) in entry.methods.sortedByKeyBytes() where !method.isEmpty {
      if let method = self.method(method, config, of: name) { methods.append(method) }
    }
    let bindings = (entry.bindings ?? [:]).filter { script.shared[$0.value] != nil }
    let passes = entry.passthrough == true
    let initial = (entry.initialState ?? [:]).filter { isKept(key: $0.key, $0.value) }
    guard !name.isEmpty, !methods.isEmpty || !bindings.isEmpty || !initial.isEmpty || passes else {
      return nil
    }
    let words = (passes ? [":passthrough()"] : []) + (entry.raw == true ? [":raw()"] : [])
    var pieces = [
      HTTPHost.isName(name)
        ? LuaText.http(name, words: words)
        : LuaPiece(([#"service \#(LuaText.string(name))"#] + words).joined(separator: " "))
    ]
    if !bindings.isEmpty { pieces.append(Self.binds(bindings)) }
    if !initial.isEmpty {
      pieces.append(LuaText.call(" :initial", LuaText.piece(.dictionary(initial))))
    }
    return ImportedService(opening: LuaPiece(chain: pieces), methods: methods)
  }

  /// Returns `:bind "key"`, `:bind("a", "b")`, or `:bind { property = "key" }`.
  private static func binds(_ bindings: [String: String]) -> LuaPiece {
    let sorted = bindings.sortedByKeyBytes()
    guard sorted.allSatisfy({ $0.key == $0.value }) else {
      return LuaText.call(" :bind", LuaText.piece(.dictionary(bindings.mapValues { .string($0) })))
    }
    let names = sorted.map { LuaText.string($0.key) }
    return LuaPiece(
      names.count == 1 ? " :bind \(names[0])" : " :bind(\(names.joined(separator: ", ")))")
  }

  // MARK: - Methods

  private mutating func method(_ name: String, _ config: MockMethodConfig, of service: String)
    -> ImportedMethod?
  {
    var method = ImportedMethod(name: name, exhausted: config.exhaustBehavior?.rawValue)
    if let key = config.sequenceKey {
      let isName = !".\(key).".contains("..")
      if isName {
        method.sequenceKey = key
      } else {
        method.comments.append(
          "The sequence key \(LuaText.string(key)) is left out: it has a misplaced dot.")
      }
    }
    let order = config.responses.reachable
    var last: MockResponse?
    for (number, response) in config.responses.enumerated() {
      let place = "responses[\(number)]"
      if !order.contains(number) {
        method.comments.append(
          "\(place) is left out: an earlier `when({}, ...)` matches every call.")
      } else if let reason = reason(toLeaveOut: response) {
        method.comments.append("\(place) is left out: \(reason).")
      } else {
        noteFunctions(of: response, at: "services.\(service).methods.\(name).\(place)")
        add(response, behind: last, to: &method, of: service)
        last = response
      }
    }
    return method.items.isEmpty ? nil : method
  }

  private func reason(toLeaveOut response: MockResponse) -> String? {
    if let match = response.match {
      guard case .dictionary = match.value else { return "a script's pattern must name arguments" }
      if match.value.hasFunction(at: true) { return "a pattern's function must take all arguments" }
    }
    var held = [response.value, response.error?.details, response.match?.value].compactMap(\.self)
    held += response.values ?? []
    held += Array((response.updateSharedState ?? [:]).values)
    return held.allSatisfy { $0.isNested(atMost: Self.depthLimit) }
      ? nil : "its data is nested deeper than a script allows"
  }

  private mutating func noteFunctions(of response: MockResponse, at path: String) {
    let names = [response.callback].compactMap(\.self) + (response.match?.value.functionNames ?? [])
    for name in names {
      script.notes.append(
        ImportNote(
          path: path,
          text:
            "`\(name.escaped)` is a script function, which a configuration can't contain; add it to the script"
        ))
    }
  }

  private mutating func add(
    _ response: MockResponse, behind last: MockResponse?, to method: inout ImportedMethod,
    of service: String
  ) {
    let answer = ImportedResponse(
      piece: piece(of: response, method.name, of: service),
      comments: response.callback.map {
        ["A script function computed this, but it isn't in the configuration: `\($0)`."]
      } ?? [])
    guard let last, last.match?.value == response.match?.value else {
      let pattern = response.match.map { match in
        LuaText.piece(ofPattern: match.value) { Self.function($0, "arguments") }
      }
      method.items.append(ImportedItem(pattern: pattern, answers: [answer]))
      return
    }
    // Each function has its own name. With `:times`, all of them would have the same name.
    let isRepeated = response.callback == nil && last.text.map { $0 == response.text } ?? false
    method.items[method.items.count - 1].add(answer, isRepeated: isRepeated)
  }

  private mutating func piece(
    of response: MockResponse, _ method: String, of service: String
  ) -> LuaPiece {
    var response = response
    if response.gate?.isEmpty == true { response.gate = nil }
    if response.error?.code.isEmpty == true { response.error?.code = "error" }
    response.updateSharedState = response.updateSharedState?.filter {
      script.shared[$0.key] != nil
    }
    if response.updateSharedState?.isEmpty == true { response.updateSharedState = nil }
    if HTTPHost.isName(service), let pieces = routed(response, method) {
      return LuaPiece(chain: pieces + LuaText.builders(of: response))
    }
    let builders = LuaText.builders(of: response)
    if response.result == .passthrough, let name = response.callback {
      let function = Self.function(name, "answer, args, call")
      return LuaPiece(chain: [LuaPiece("passthrough("), function, LuaPiece(")")] + builders)
    }
    if response.result == .success, let value = response.value,
      let file = fixture(of: value, method)
    {
      return LuaPiece(chain: [LuaText.call("reply", file)] + builders)
    }
    guard response.result == .callback else { return LuaText.piece(response) }
    let function = Self.function(response.callback ?? "\(service).\(method)", "args, call")
    if builders.isEmpty { return function }
    let word = response.intervalMs == nil ? "reply(" : "stream("
    return LuaPiece(
      chain: [LuaPiece(word), function, LuaPiece(")")] + builders)
  }

  /// Returns a placeholder for a missing function.
  private static func function(_ name: String, _ parameters: String) -> LuaPiece {
    LuaPiece("function(\(parameters)) error(\(LuaText.string("write \(name)"))) end")
  }
}

extension MockResponse {
  /// The response as JSON, which, unlike `==`, distinguishes `0.0` from `-0.0`.
  var text: String? { try? JSONWriter(style: .compact).string(from: encodedValue) }
}

extension [MockResponse] {
  /// The indices of the responses that a script can contain.
  ///
  /// A rule that follows `{}` is never used, and `{}` can't be combined with a response that has no pattern.
  fileprivate var reachable: Set<Int> {
    guard let catchAll = firstIndex(where: { $0.match?.value == .dictionary([:]) }) else {
      return Set(indices)
    }
    return Set(
      indices.filter { number in
        guard let match = self[number].match else { return false }
        return number < catchAll || match.value == .dictionary([:])
      })
  }
}

extension AnyCodableValue {
  /// Whether a `$where` of the pattern is in a place where scripts don't allow functions.
  fileprivate func hasFunction(at mayBe: Bool) -> Bool {
    guard case .dictionary(let members) = self else { return false }
    return members.contains { name, operand in
      if name == "$where" { return !mayBe || members.count > 1 }
      let takesFunctions = mayBe && members.count == 1
      if case .array(let patterns) = operand {
        guard let matcher = Matcher.named(name), matcher.form == .patterns else { return false }
        let isAlone = patterns.count == 1 && ["$and", "$or"].contains(name)
        let isWord = takesFunctions && matcher.word != nil && !isAlone
        return patterns.contains { $0.hasFunction(at: isWord) }
      }
      if Matcher.named(name)?.form == .pattern {
        return operand.hasFunction(at: takesFunctions)
      }
      return name.hasPrefix("$") ? false : operand.hasFunction(at: false)
    }
  }

  fileprivate var functionNames: [String] {
    switch self {
    case .dictionary(let members):
      members.sortedByKeyBytes().flatMap { key, value in
        if key == "$where", case .string(let name) = value { return [name] }
        return value.functionNames
      }
    case .array(let elements): elements.flatMap(\.functionNames)
    default: []
    }
  }

  /// Whether values are nested at most `depth` levels deep.
  package func isNested(atMost depth: Int) -> Bool {
    switch self {
    case .array(let elements): depth > 0 && elements.allSatisfy { $0.isNested(atMost: depth - 1) }
    case .dictionary(let members):
      depth > 0 && members.values.allSatisfy { $0.isNested(atMost: depth - 1) }
    default: true
    }
  }
}
