#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A part of MockLua to fuzz.
///
/// Each target has its own corpus of inputs.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Both readers of the wire format between Swift and Lua.
  case wire
  /// The strict configuration reader.
  case configuration
  /// Patterns, compared with a reference implementation.
  case matcher
  /// The regular expression engine, compared with Swift's.
  case regex
  /// Loading scripts.
  case script
  /// Calls of a scenario with waiting functions.
  case calls
  /// Frames of a live session's connection.
  case frames

  /// Checks one input.
  ///
  /// - Throws: `FuzzFinding` if a check fails.
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

  /// Checks one input, and stops the process if a check fails, as a fuzzer expects.
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

  /// Returns a readable description of an input.
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

  /// Whether to print each input before it runs, to see an input that hangs.
  private static let showsInputs = getenv("MOCKLUA_FUZZ_SHOW") != nil
}
