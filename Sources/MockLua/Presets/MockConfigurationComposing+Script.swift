public import MockConfiguration
internal import MockData
internal import MockPlatform

extension MockConfigurationComposing {
  /// Adds the services and shared state of a script.
  ///
  /// ```swift
  /// try MockScenario.build().with(script: "login.lua", variant: "locked").apply(to: app)
  /// ```
  ///
  /// The script's services and shared keys replace services and shared keys that were added earlier under the same
  /// names.
  ///
  /// - Parameters:
  ///   - path: The path of the script. It can be absolute, or relative to the caller's source file, to the working
  ///     directory, or to the resources of the test bundle.
  ///   - variant: The variant. Nil (the default) means the variant in `options`. If that is nil, too, only the script's
  ///     top level runs.
  ///   - options: The variant, mode, seed, and search paths; `ScenarioOptions()` by default.
  ///   - embedsScript: Whether to embed the script, for an app that can run Lua; false by default.
  ///   - sourceFile: The caller's file.
  /// - Returns: A scenario that includes the script's declarations.
  /// - Throws: ``ScenarioError`` with all script errors. If the script isn't embedded, a response that is computed at
  ///   run time is an error, too.
  public func with(
    script path: String, variant: String? = nil, options: ScenarioOptions = ScenarioOptions(),
    embedsScript: Bool = false, sourceFile: String = #filePath
  ) throws(ScenarioError) -> Self {
    var options = options
    options.variant = variant ?? options.variant
    let file = try ScriptPath.resolve(path, beside: sourceFile)
    let loaded = try LuaScenario.load(path: file, options: options)
    var configuration = loaded.configuration
    if embedsScript {
      configuration.script = loaded.script
    } else if !loaded.dynamicAnswers.isEmpty {
      throw ScenarioError(
        loaded.dynamicAnswers.map { MockDiagnostic(unanswered: $0, script: file) })
    }
    let name = FilePath.name(of: path)
    return with(configuration, description: options.variant.map { "\(name): \($0)" } ?? name)
  }

  /// Adds a variant of a script.
  ///
  /// The variant's type identifies the script. See ``with(script:variant:options:embedsScript:sourceFile:)``.
  ///
  /// - Parameters:
  ///   - variant: The variant.
  ///   - options: The mode, seed, and search paths; `ScenarioOptions()` by default.
  ///   - embedsScript: Whether to embed the script, for an app that can run Lua; false by default.
  /// - Returns: A scenario that includes the script's declarations.
  /// - Throws: ``ScenarioError`` with all script errors.
  public func with<Variant: ScriptVariant>(
    _ variant: Variant, options: ScenarioOptions = ScenarioOptions(), embedsScript: Bool = false
  ) throws(ScenarioError) -> Self {
    try with(
      script: Variant.script, variant: variant.rawValue, options: options,
      embedsScript: embedsScript, sourceFile: Variant.sourceFile)
  }
}

extension MockDiagnostic {
  /// Creates the diagnostic for a response that an app without Lua can't compute.
  fileprivate init(unanswered answer: DynamicAnswer, script: String) {
    self.init(
      error:
        "`\(answer.name.escaped)` is computed by Lua at run time, but a launched app does not run Lua; write "
        + "`reply(...)` with data, launch the app with `live: true`, or pass `embedsScript: true` if this app runs Lua",
      at: answer.place, script: script)
  }
}

/// An enum of a script's variants, which lets the compiler check their names.
///
/// `mocklua generate swift` generates these enums.
public protocol ScriptVariant: RawRepresentable, Sendable where RawValue == String {
  /// The path of the script, relative to ``sourceFile`` or to the working directory.
  static var script: String { get }

  /// The path of the source file that declares the type: `#filePath`.
  static var sourceFile: String { get }
}
