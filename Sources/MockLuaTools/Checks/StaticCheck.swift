internal import LuaRuntime
package import MockCalls
internal import MockConfiguration
package import MockData
package import MockLua

/// Finds errors and suspicious code in scripts and configurations, without making any calls.
package enum StaticCheck {
  /// Checks the top level of a script and, unless a variant is chosen, each variant.
  ///
  /// The diagnostics are sorted by file and line. After the time limit of a script (10 seconds by default), no further
  /// variant is checked, and a diagnostic reports how many are left.
  package static func issues(
    source: String, name: String, directory: String?, options: ScenarioOptions = ScenarioOptions(),
    allowsComputed: Bool = true, contract: ContractDocument? = nil
  ) -> [MockDiagnostic] {
    var check = ScriptCheck(source: source, name: name, directory: directory)
    check.allowsComputed = allowsComputed
    check.contract = contract
    let names = check.run(options)
    if options.variant == nil {
      // Only the first run prints, because the top level is the same in all runs. All runs share one time limit,
      // because there may be any number of variants.
      let start = ContinuousClock.now
      for (index, variant) in names.enumerated() {
        if let deadline = options.limits.deadline, .now - start > deadline {
          check.stop(after: deadline, unchecked: names.count - index)
          break
        }
        var options = options
        options.variant = variant
        options.print = { _ in }
        _ = check.run(options)
      }
    }
    return check.issues
  }

  /// Errors come before warnings, and both are sorted by line.
  package static func issues(
    json: String, file: String, allowsComputed: Bool = true, contract: ContractDocument? = nil
  ) -> [MockDiagnostic] {
    let checked = MockServiceConfiguration.check(
      json: json, file: file, allowsComputed: allowsComputed
    ) { contract?.knows($1, of: $0) == true }
    var found = checked.errors.map(\.diagnostic)
    let whole = ScriptLocation(file: file)
    if checked.stoppedEarly {
      found.append(
        MockDiagnostic(
          at: whole, problem: "the check stopped after \(found.count) errors",
          suggestion: "fix these first"))
    }
    var additional = checked.warnings.map { $0.diagnostic(at: $0.place ?? whole) }
    if let configuration = checked.configuration, let contract {
      additional += LuaScenario(configuration, named: file).issues(against: contract, json: json)
    }
    found += additional.sorted {
      ($0.place?.line ?? 0, $0.place?.column ?? 0) < ($1.place?.line ?? 0, $1.place?.column ?? 0)
    }
    guard let configuration = checked.configuration else { return found }
    return found + issuesOfScript(in: configuration, file: file, contract)
  }

  /// Returns the diagnostics of the script in a configuration, with line numbers within the script.
  private static func issuesOfScript(
    in configuration: MockServiceConfiguration, file: String, _ contract: ContractDocument?
  ) -> [MockDiagnostic] {
    guard configuration.script != nil else { return [] }
    var found: [MockDiagnostic]
    do throws(ScenarioError) {
      let runtime = try ScenarioRuntime(configuration: configuration)
      found = contract.map { runtime.scenario.issuesOfFunctions(against: $0) } ?? []
    } catch {
      found = error.diagnostics
    }
    return found.map { issue in
      var moved = issue
      let place = issue.place.map { "\($0): " } ?? ""
      (moved.place, moved.problem) =
        (ScriptLocation(file: file), "in its script, \(place)\(issue.problem)")
      return moved
    }
  }
}

/// Finds errors in the names and responses that a script's functions use, without running the functions.
struct FunctionNames {
  /// Whether the script failed to load in any run, so that some declarations aren't known.
  var isIncomplete = false
  private var sources: [String: String] = [:]
  private var keys: Set<String> = []
  /// The names of the methods, by service.
  private var services: [String: Set<String>] = [:]
  /// The services whose other methods may respond, too.
  private var passing: Set<String> = []
  private var judge: LuaFunction?

  mutating func add(_ loaded: LoadedScript) {
    sources.merge(loaded.host.sources) { first, _ in first }
    let configuration = loaded.scenario.configuration
    keys.formUnion((configuration.sharedState ?? [:]).keys)
    for (name, entry) in configuration.services {
      services[name, default: []].formUnion(entry.methods.keys)
      if entry.passthrough == true { passing.insert(name) }
    }
    if judge == nil { judge = try? loaded.lua.nativeFunction("judge") }
  }

  /// Returns the errors, with the same messages as in a running script.
  func diagnostics(script: String) -> [MockDiagnostic] {
    sources.flatMap { file, source in
      (FunctionScan(source)?.notes ?? []).compactMap { note in
        text(of: note.kind).map {
          var found = MockDiagnostic(
            error: $0, at: ScriptLocation(file: file, line: note.line), script: script)
          // The code runs, but probably not as intended.
          switch note.kind {
          case .statusInBody: (found.severity, found.code) = (.warning, "status-in-body")
          case .colonFunction, .methodName, .nullComparison, .selfParameter:
            (found.severity, found.code) = (.warning, "suspicious-code")
          default: break
          }
          return found
        }
      }
    }
  }

  private func text(of use: FunctionScan.Kind) -> String? {
    switch use {
    case .global(let name): return judgment("read", name)
    case .assigned(let name, let isFunction):
      return judgment(isFunction ? "define" : "assign", name)
    case .builder(let word): return judgment("colon", word)
    case .dotted(let word): return judgment("dot", word)
    case .stateKey(let key):
      return unknown("shared key", key, candidates: keys, "declare it with `shared { ... }`")
    case .service(let name):
      return unknown(
        "service", name, candidates: Set(services.keys), "the script declares no services")
    case .serviceMethod(let name, let service):
      guard !isIncomplete, !passing.contains(service), let known = services[service],
        !known.contains(name)
      else { return nil }
      let hint = NearestName.hint(for: name, candidates: known)
      return "`\(service.escaped).\(name.escaped)` has no responses; "
        + (hint ?? "declare it with `service \"\(service.escaped)\" { \(name.escaped) = ... }`")
    case .methodName(let name, let word):
      let known = services.flatMap { service, methods in methods.map { "\(service).\($0)" } }
      // A method without a similar name may be in a mock that the script doesn't declare.
      guard !isIncomplete, !known.contains(name),
        let nearest = NearestName.nearest(to: name, candidates: known, isStrict: true)
      else { return nil }
      return "`\(word)` names the unknown method `\(name.escaped)`; "
        + "did you mean `\(nearest.escaped)`?"
    case .dropped(let word, let isInFunction):
      let isOfDeclaration = ["when", "passthrough"].contains(word)
      return "the result of `\(word)` is unused; "
        + (isInFunction && !isOfDeclaration
          ? "write `return \(word)(...)`"
          : "write `method = \(word)(...)` in a service's table")
    case .combined(let word, let isMatcher):
      let form =
        switch (word, isMatcher) {
        case ("and", true): "is.all_of(p, q)"
        case ("or", true): "is.any_of(p, q)"
        case (_, true): "is.anything_but(p)"
        default: "{ first, second }` for a sequence, or `when(pattern, reply(...))"
        }
      let what = isMatcher ? "matchers" : "responses"
      return "`\(word)` doesn't combine \(what); write `\(form)`"
    case .regex(let text):
      let pattern = text.replacing("%a", with: "[A-Za-z]").replacing("%", with: "\\")
      return pattern != text
        ? "`is.regex` takes a regular expression, not one of Lua's patterns; "
          + "write `is.regex [[\(pattern.escaped)]]` for `\(text.escaped)`"
        : "`is.regex` takes a regular expression without slashes around it, "
          + "not `\(text.escaped)`; write `is.regex [[^\\d+$]]`"
    case .rounded(let number):
      return "the number \(number) is rounded, because it doesn't fit into 64 bits; "
        + "write it as a string"
    case .uncalled(let word):
      return
        "`\(word)` is returned but not called; write `return \(word)(...)`"
    case .colonFunction(let name):
      return "a function with a colon gets the arguments as `self`; "
        + "write `function \(name.escaped)(args)` with a dot"
    case .selfParameter:
      return "the parameter `self` gets the arguments, because a method has no object; "
        + "write `function(args, call)`"
    case .secondResult:
      return "the function returns a second result; return one value, such as `{ first, second }`, "
        + "or an error, such as `fail(\"offline\")`"
    case .statusInBody(let status):
      return "the function returns the status 200, and \(status) is only in its body; "
        + "write `return status(\(status), body)`, or `return status(200, ...)` to send this value"
    case .constant(let text):
      return "`\(text.escaped) or ...` is always `\(text.escaped)`; remove the `or`. "
        + "In a pattern, write `is.one_of { ... }`"
    case .nullComparison:
      return "an argument or a shared value is never `null`, because it is nil instead; "
        + "compare it with `nil`"
    case .libraryMember(let name, let library):
      return judgment("member", "\(library).\(name)")
    case .callMember(let name): return judgment("call", name)
    }
  }

  private func judgment(_ use: String, _ name: String) -> String? {
    guard let text = try? judge?.call(use, name, as: String.self), !text.isEmpty else { return nil }
    return text
  }

  private func unknown(
    _ what: String, _ name: String, candidates known: Set<String>, _ suggestion: String
  ) -> String? {
    guard !isIncomplete, !known.contains(name) else { return nil }
    return
      "unknown \(what) `\(name.escaped)`; \(NearestName.hint(for: name, candidates: known) ?? suggestion)"
  }
}
