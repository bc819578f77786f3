package import MockConfiguration
internal import MockData

extension _MockContract {
  /// Returns the problems with parts of a service's configuration that don't match its protocol, grouped by method.
  ///
  /// If `types` is empty (the default), only names are checked. If the configuration comes from a script, the messages
  /// use Lua terms.
  package func problems(
    in entry: MockServiceEntry, service: String, types: [String: TypeShape] = [:],
    isOfScript: Bool = true
  ) -> [MockContractProblem] {
    let keys = methods.map(\.key) + properties.flatMap { [$0.name, "\($0.name)="] }
    let byKey = Dictionary(grouping: methods, by: \.key)
    let unknown = [
      ("bind", entry.bindings?.keys.sorted()), ("initial", entry.initialState?.keys.sorted()),
    ]
    return unknown.flatMap { word, names in (names ?? []).compactMap { problem(of: $0, word) } }
      + entry.methods.sorted { $0.key.precedesInBytes($1.key) }.flatMap { name, config in
        let known = byKey[name] ?? []
        guard !known.isEmpty || keys.contains(name) || isPartial else {
          let hint = hint(for: name, among: keys, orElse: "it requires nothing")
          return [
            MockContractProblem(
              method: name, response: 0, spot: .method,
              text: "`\(self.name)` doesn't require `\(name.escaped)`; \(hint)"
            )
          ]
        }
        guard !known.isEmpty else {
          let properties = properties.filter { $0.name == name }.map(Method.init(answering:))
          return properties.isEmpty
            ? []
            : valueProblems(of: name, config, service, properties, types, isOfScript: isOfScript)
        }
        return problems(of: name, config, service, known)
          + valueProblems(of: name, config, service, known, types, isOfScript: isOfScript)
      } + initialProblems(in: entry, service, types)
  }

  /// Returns the problems with arguments that a script's function reads, but that its method doesn't have.
  ///
  /// `members` are the paths from the function's first parameter, which holds all arguments, to the values that the
  /// function reads. If `types` is empty (the default), only names are checked. The result has no duplicates.
  package func problems(
    ofMembers members: [[String]], of parameter: String?, method: String, service: String,
    types: [String: TypeShape] = [:]
  ) -> [MockContractProblem] {
    let known = methods.filter { $0.key == method }
    guard !known.isEmpty, let parameter else { return [] }
    let labels = known.flatMap { $0.parameters.map(\.label) }
    let name = "\(service).\(method)"
    if parameter != "args", labels.contains(parameter),
      Set(labels).isDisjoint(with: members.compactMap(\.first))
    {
      return [
        MockContractProblem(
          method: method,
          text:
            "`\(parameter)` holds all arguments of `\(name)`; write `function(args, call)`"
            + " and `args.\(parameter)`")
      ]
    }
    var problems: [MockContractProblem] = []
    for path in members {
      let shown = path.joined(separator: ".")
      guard let label = path.first, !problems.contains(where: { $0.argument == shown }) else {
        continue
      }
      let text: String? =
        if label.hasPrefix("[") {
          "`\(parameter)\(label)` is always nil, because "
            + (labels.first.map {
              "the arguments of `\(name)` have names; write `\(parameter).\($0)`"
            }
              ?? "`\(name)` takes no arguments; remove it")
        } else if !labels.contains(label) {
          path.count == 1 ? Self.unknownArgument(label, of: name, candidates: labels) : nil
        } else {
          Self.unknownMember(path, of: known, name, types)
        }
      if let text {
        problems.append(MockContractProblem(method: method, argument: shown, text: text))
      }
    }
    return problems
  }

  /// Returns the problem with a path into an argument, or `nil` if the path is valid or its validity isn't known.
  private static func unknownMember(
    _ path: [String], of methods: [Method], _ name: String, _ types: [String: TypeShape]
  ) -> String? {
    let path = path.prefix { !$0.hasPrefix("[") }
    guard path.count > 1, !path.contains(where: { $0.contains(".") }) else { return nil }
    let key = path.joined(separator: ".")
    guard let problem = methods.problem(ofArgument: key, types, isOfScript: true),
      // A function may use a member of a value that isn't an object, such as the length of a string.
      problem.path.count == path.count
    else { return nil }
    return "`\(name)` has no argument `\(key.escaped)`: \(problem.text)"
  }

  private static func unknownArgument(
    _ label: String, of method: String, candidates labels: [String]
  ) -> String {
    let hint = NearestName.hint(for: label, candidates: labels) ?? "it takes no arguments"
    return "`\(method)` has no argument `\(label.escaped)`; \(hint)"
  }

  /// Returns the problem with a property that a script binds or sets, but that the protocol doesn't declare.
  private func problem(of property: String, _ word: String) -> MockContractProblem? {
    let known = Set(properties.map(\.name) + methods.map(\.key))
    guard !known.contains(property), !isPartial else { return nil }
    let hint = hint(for: property, among: known, orElse: "it requires none")
    return MockContractProblem(
      spot: .property(property, word: word),
      text: "`\(name)` doesn't require the property `\(property.escaped)`; \(hint)")
  }

  /// Returns a suggestion for a name that the protocol doesn't declare.
  private func hint(for name: String, among known: some Collection<String>, orElse none: String)
    -> String
  {
    let hint = NearestName.hint(for: name, candidates: known) ?? none
    guard let base = unmocked.first, !hint.hasSuffix("?") else { return hint }
    return "\(hint); if `\(base)` requires it, mark `\(base)` with `@Mocked`"
  }

  private func problems(
    of name: String, _ config: MockMethodConfig, _ service: String, _ methods: [Method]
  ) -> [MockContractProblem] {
    let labels = methods.flatMap { $0.parameters.map(\.label) }
    var problems: [MockContractProblem] = []
    func check(_ argument: String, at response: Int, _ spot: MockContractProblem.Spot) {
      let label = argument.split(separator: ".").first.map(String.init) ?? argument
      guard !labels.contains(label) else { return }
      let problem = MockContractProblem(
        method: name, response: response, spot: spot, path: [.key(label)],
        text: Self.unknownArgument(label, of: "\(service).\(name)", candidates: labels))
      problems.append(problem)
    }
    // Several responses can share a pattern, which has to be checked only once.
    var patterns: Set<AnyCodableValue> = []
    for (index, response) in config.responses.enumerated() {
      let isNew = response.match.map { patterns.insert($0.value).inserted } ?? false
      for argument in isNew ? response.match?.argumentNames ?? [] : [] {
        check(argument, at: index, .pattern)
      }
      if let wait = response.statedWait, !methods.contains(where: \.waits) {
        let failure = MockFailure.skipped(wait, of: "\(service).\(name)", at: nil)
        problems.append(
          MockContractProblem(
            kind: .wait, method: name, response: index, text: failure.message))
      }
    }
    if let key = config.sequenceKey { check(key, at: 0, .sequenceKey) }
    return problems
  }
}

extension MatchPattern {
  fileprivate var argumentNames: [String] {
    names(in: value).sorted { $0.precedesInBytes($1) }
  }

  private func names(in value: AnyCodableValue) -> [String] {
    guard case .dictionary(let fields) = value else { return [] }
    return fields.flatMap { name, value -> [String] in
      // A top-level operator contains whole patterns, which can name arguments as well.
      switch (name, value) {
      case ("$and", .array(let parts)), ("$or", .array(let parts)), ("$nor", .array(let parts)):
        parts.flatMap { names(in: $0) }
      case ("$not", _): names(in: value)
      default: name.hasPrefix("$") ? [] : [name]
      }
    }
  }
}
