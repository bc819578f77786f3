#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What is fuzzed; a corpus of inputs belongs to each.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Both readers of what crosses between Swift and Lua.
  case wire
  /// The strict reader of configurations.
  case configuration
  /// Patterns beside a reference of their own.
  case matcher
  /// The engine of regular expressions beside Swift's.
  case regex
  /// Scripts that are loaded.
  case script
  /// Calls of a scenario whose functions wait.
  case calls
  /// What comes over a connection of a live session.
  case frames

  /// Checks one input.
  ///
  /// - Throws: `FuzzFinding` where something does not hold.
  package func check(_ input: UnsafeRawBufferPointer) throws {
    switch self {
    case .wire: try WireCheck.run(input)
    case .configuration: try ConfigurationCheck.run(input)
    case .matcher: try MatcherCheck.run(input)
    case .regex: try RegexCheck.run(input)
    case .script: try ScriptCheck.run(input)
    case .calls: try CallsCheck.run(input)
    case .frames: try FramesCheck.run(input)
    }
  }

  /// Checks one input, and stops the process where something does not hold, which is what a fuzzer looks for.
  package func checkOrStop(_ input: UnsafeRawBufferPointer) {
    if Self.showsInputs {
      print(description(of: input))
      fflush(nil)
    }
    do {
      try check(input)
    } catch {
      fatalError("\(self): \(error)\n\(description(of: input))")
    }
  }

  /// What an input stands for, to be read by people.
  private func description(of input: UnsafeRawBufferPointer) -> String {
    switch self {
    case .wire: "\(WireCheck.bytes(of: input))"
    case .configuration: ConfigurationCheck.text(of: input)
    case .matcher: "\(MatcherCheck.Sample(input))"
    case .regex:
      {
        let sample = RegexSample(input)
        return "\(sample.pattern.debugDescription) in \(sample.text.debugDescription)"
      }()
    case .script: ScriptCheck.script(of: input)
    case .calls: "\(CallPlan(ByteSource(input)))"
    case .frames: String(decoding: input, as: UTF8.self).debugDescription
    }
  }

  /// An input that hangs is shown before it does.
  private static let showsInputs = getenv("MOCKLUA_FUZZ_SHOW") != nil
}
