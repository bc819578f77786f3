internal import LuaRuntime
package import MockCalls
internal import MockConfiguration
package import MockData

extension LuaScenario {
  /// Returns the parts of the script that don't match the services' protocols or the types that they use.
  ///
  /// The problems are sorted by service and method. Services that the script doesn't declare have no problems.
  package func problems(against document: ContractDocument) -> [ContractIssue] {
    var scans: [String: FunctionScan] = [:]
    lazy var lines = ValueLines(of: self)
    lazy var words = TokenIndex(sources(named: file))
    func found(_ problem: MockContractProblem, in service: String?) -> ContractIssue {
      ContractIssue(
        problem: problem, place: place(of: problem, in: service, lines, words),
        path: problem.path(of: service, in: configuration))
    }
    let services = document.services.sorted { $0.key.precedesInBytes($1.key) }
    return services.flatMap { service, contract in
      guard let entry = configuration.services[service] else { return [ContractIssue]() }
      return dynamicAnswers.flatMap {
        problems(of: $0, in: service, against: contract, document.types, &scans)
      }
        + document.problems(
          in: entry, service: service, isOfScript: places[service]?.isEmpty == false
        ).map { found($0, in: service) }
    } + document.sharedProblems(in: configuration).map { found($1, in: $0) }
  }

  /// Returns an issue for each argument that a function of the script reads, but that the protocol's method doesn't
  /// have.
  package func functionProblems(against document: ContractDocument) -> [ContractIssue] {
    var scans: [String: FunctionScan] = [:]
    return document.services.sorted { $0.key.precedesInBytes($1.key) }.flatMap {
      service, contract in
      dynamicAnswers.flatMap {
        problems(of: $0, in: service, against: contract, document.types, &scans)
      }
    }
  }

  private func place(
    of problem: MockContractProblem, in service: String?, _ lines: ValueLines,
    _ words: @autoclosure () -> TokenIndex
  ) -> ScriptLocation? {
    switch problem.spot {
    case .property(let property, let word):
      if let place = valuePlaces[service]?[property], word == "initial" { return place }
      return words().place(of: property, behind: word, ofService: service ?? "")
    case .shared(let key): return valuePlaces[nil]?[key]
    case .sequenceKey: return places[service ?? ""]?[problem.method ?? ""]?.first
    case .service: return nil
    case .method, .response, .pattern, .update:
      let places = places[service ?? ""]?[problem.method ?? ""] ?? []
      let index = problem.response ?? 0
      guard places.indices.contains(index) else { return places.first }
      switch problem.spot {
      case .method: return lines.method(problem.method ?? "", places)
      case .pattern: return lines.pattern(at: problem.path, of: index, places)
      case .update: return lines.update(at: problem.path, of: index, places)
      default: return lines.value(at: problem.path, of: index, places)
      }
    }
  }

  /// The name of the script file in locations, if the script has responses outside of modules; otherwise its short name.
  package var file: String {
    let files = Set(modulesAsShown.values.map(\.file))
    return places.values.lazy.flatMap(\.values).flatMap(\.self).map(\.file)
      .first { !files.contains($0) } ?? script.name
  }

  /// Returns the source of the script, which locations call `file`, and of its modules, sorted by name.
  package func sources(named file: String) -> [(file: String, text: String)] {
    let modules = modulesAsShown.values.sorted { $0.file < $1.file }
    return [(file, script.source)] + modules.map { ($0.file, $0.source) }
  }

  private func problems(
    of answer: DynamicAnswer, in service: String, against contract: _MockContract,
    _ types: [String: TypeShape], _ scans: inout [String: FunctionScan]
  ) -> [ContractIssue] {
    guard let (method, function) = function(of: answer, in: service, &scans) else { return [] }
    return contract.problems(
      ofMembers: function.members.map(\.path), of: function.parameter, method: method,
      service: service, types: types
    ).map { problem in
      let member = function.members.first { $0.path.joined(separator: ".") == problem.argument }
      return ContractIssue(
        problem: problem,
        place: ScriptLocation(file: answer.place.file, line: member?.line ?? function.line))
    }
  }

  /// The errors about members that the functions of routes read, but that no request has.
  ///
  /// Functions with a name aren't checked, because other code may call them, too.
  package var requestProblems: [(problem: RouteProblem, place: ScriptLocation)] {
    var scans: [String: FunctionScan] = [:]
    let uses = Dictionary(grouping: dynamicAnswers, by: \.place)
    return configuration.hosts.sorted { $0.key < $1.key }.flatMap { service, entry in
      dynamicAnswers.flatMap { answer -> [(RouteProblem, ScriptLocation)] in
        guard uses[answer.place]?.count == 1,
          let (method, function) = function(of: answer, in: service, &scans),
          function.name.map({ method == $0 || method.hasSuffix(" \($0)") }) ?? true,
          let pattern = RoutePattern(service, method, isRaw: entry.raw == true)
        else { return [] }
        return function.members.compactMap { path, line in
          let names = path.prefix(2).prefix { !$0.hasPrefix("[") }
          let read = names.reversed().reduce(["$exists": true] as AnyCodableValue) {
            .dictionary([$1: $0])
          }
          return pattern.problem(in: read).map {
            ($0, ScriptLocation(file: answer.place.file, line: line))
          }
        }
      }
    }
  }

  /// Returns the method and the function of a computed response, if the source shows which function it is.
  ///
  /// The function's first parameter is the call's arguments. Functions that change a live response, and conditions
  /// for one value of a pattern, have other parameters.
  private func function(
    of answer: DynamicAnswer, in service: String, _ scans: inout [String: FunctionScan]
  ) -> (method: String, function: FunctionScan.Function)? {
    guard answer.name.hasPrefix("\(service)."), let end = answer.name.lastIndex(of: "#") else {
      return nil
    }
    let method = String(answer.name[..<end].dropFirst(service.count + 1))
    let responses = configuration.services[service]?.methods[method]?.responses ?? []
    let takesArguments = responses.contains {
      $0.callback == answer.name && $0.result != .passthrough
        || $0.match?.value == ["$where": .string(answer.name)]
    }
    guard takesArguments else { return nil }
    let file = answer.place.file
    if scans[file] == nil {
      let module = modulesAsShown.values.first { $0.file == file }
      scans[file] = FunctionScan(module?.source ?? script.source)
    }
    var functions = scans[file]?.functions.filter { $0.line == answer.place.line } ?? []
    if functions.count > 1 { functions = functions.filter { $0.name == method } }
    guard functions.count == 1, let function = functions.first, !function.isAssigned else {
      return nil
    }
    return (method, function)
  }

  // MARK: - Argument paths

  /// A path into an argument that a function or a pattern of the script uses.
  package struct ArgumentPath: Hashable, Sendable {
    /// The service and method, as in `Service.method`.
    package var method: String
    /// The keys, starting with the label of the argument.
    ///
    /// `[]` means any element of a list.
    package var path: [String]
    package var place: ScriptLocation?
  }

  /// The argument paths with more than one key that the script uses.
  package var argumentPaths: [ArgumentPath] {
    var scans: [String: FunctionScan] = [:]
    var found: [ArgumentPath] = []
    for (service, entry) in configuration.services.sorted(by: { $0.key < $1.key }) {
      for answer in dynamicAnswers {
        guard let (method, function) = function(of: answer, in: service, &scans) else { continue }
        for (path, line) in function.members where path.count > 1 {
          found.append(
            ArgumentPath(
              method: "\(service).\(method)", path: path,
              place: ScriptLocation(file: answer.place.file, line: line)))
        }
      }
      for (method, config) in entry.methods.sorted(by: { $0.key < $1.key }) {
        let places = places[service]?[method] ?? []
        for (index, response) in config.responses.enumerated() {
          for path in response.match?.value.patternPaths ?? [] where path.count > 1 {
            found.append(
              ArgumentPath(
                method: "\(service).\(method)", path: path,
                place: places.indices.contains(index) ? places[index] : nil))
          }
        }
      }
    }
    return found
  }
}

extension AnyCodableValue {
  /// The paths that a pattern requires.
  ///
  /// The paths of arguments that must be absent aren't included.
  fileprivate var patternPaths: [[String]] {
    guard case .dictionary(let members) = self else { return [] }
    return members.sorted { $0.key < $1.key }.flatMap { name, value -> [[String]] in
      if let matcher = Matcher.named(name) {
        let parts =
          switch matcher.form {
          case .pattern: [value]
          case .patterns: value.elements ?? []
          default: [AnyCodableValue]()
          }
        switch matcher.subject {
        case .value: return parts.flatMap(\.patternPaths)
        case .elements: return parts.flatMap(\.patternPaths).map { ["[]"] + $0 }
        case .members, .other: return []
        }
      }
      if value == .null || value == ["$exists": false] { return [] }
      let keys = name.split(separator: ".").map(String.init)
      return [keys] + value.patternPaths.map { keys + $0 }
    }
  }
}

/// A part of the script that doesn't match a contract.
package struct ContractIssue {
  package var problem: MockContractProblem
  package var place: ScriptLocation?
  /// The path within the configuration.
  package var path = JSONPath()
  /// Whether the part is valid but probably unintended.
  package var isWarning: Bool

  package init(
    problem: MockContractProblem, place: ScriptLocation?, path: JSONPath = JSONPath(),
    isWarning: Bool? = nil
  ) {
    (self.problem, self.place, self.path) = (problem, place, path)
    self.isWarning =
      isWarning ?? [.ignoredKey(isMisspelled: false), .droppedValue].contains(problem.kind)
  }
}
