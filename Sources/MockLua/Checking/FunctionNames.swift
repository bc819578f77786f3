internal import LuaRuntime
internal import MockConfiguration
internal import MockData

/// Finds errors in the names and responses that a script's functions use, without running the functions.
struct FunctionNames {
  /// Whether any scenario failed to load, so that some declarations aren't known.
  var isIncomplete = false
  private var sources: [String: String] = [:]
  private var keys: Set<String> = []
  private var services: Set<String> = []
  private var judge: LuaFunction?

  /// Adds a script, with its sources and its declarations.
  mutating func add(_ loaded: LoadedScript) {
    sources.merge(loaded.host.sources) { first, _ in first }
    let configuration = loaded.scenario.configuration
    keys.formUnion((configuration.sharedState ?? [:]).keys)
    services.formUnion(configuration.services.keys)
    if judge == nil { judge = try? loaded.lua.nativeFunction("judge") }
  }

  /// Returns the errors, with the same messages as in a running script.
  func diagnostics(script: String) -> [MockDiagnostic] {
    sources.flatMap { file, source in
      (FunctionScan(source)?.notes ?? []).compactMap { note in
        text(of: note.kind).map {
          MockDiagnostic(
            error: $0, at: ScriptLocation(file: file, line: note.line), script: script)
        }
      }
    }
  }

  private func text(of use: FunctionScan.Kind) -> String? {
    switch use {
    case .global(let name): return said("read", name)
    case .assigned(let name, let isFunction):
      return said(isFunction ? "define" : "assign", name)
    case .builder(let word): return said("colon", word)
    case .dotted(let word): return said("dot", word)
    case .stateKey(let key):
      return unknown("shared key", key, candidates: keys, "declare it with `shared { ... }`")
    case .service(let name):
      return unknown("service", name, candidates: services, "the script declares none")
    case .dropped(let word):
      return "the result of `\(word)` is unused; write `return \(word)(...)`"
    case .uncalled(let word):
      return
        "the word `\(word)` is returned without a call; write `return \(word)(...)`"
    }
  }

  private func said(_ use: String, _ name: String) -> String? {
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
