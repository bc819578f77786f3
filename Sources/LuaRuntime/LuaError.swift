/// An error in running a script.
///
/// Each case contains facts. `description` words them as `place: problem`.
public enum LuaError: Error {
  /// The source doesn't compile.
  case syntax(Syntax)
  /// The script raised an error, or a host function that it called threw one.
  case runtime(Runtime)
  /// A value can't be converted between Swift and Lua.
  case conversion(Conversion)
  /// A limit stopped the script.
  case limit(Limit)

  /// The error for a source that doesn't compile.
  public struct Syntax: Sendable, Equatable {
    /// Lua's message, without the place.
    public var message: String
    /// The place at which compiling stopped.
    public var place: ScriptLocation
    /// Whether the source could become valid with more text, so that a REPL asks for another line.
    package var isIncomplete: Bool
  }

  /// A raised error.
  public struct Runtime: Sendable {
    /// The message, without the place.
    public var message: String
    /// The line that raised the error; nil if no script was running.
    public var place: ScriptLocation?
    /// The script's frames, innermost first, as `file:line: in function 'name'`.
    ///
    /// Contains at most 30 frames.
    public var traceback: [String]
    /// The raised value if it was a table of data; nil otherwise.
    public var value: LuaValue?
    /// The error thrown by a host function, if that was the cause; nil otherwise.
    public var cause: (any Error)?
    /// The raised table in the wire format, and its metatable's `__name`.
    package var raised: (wire: [UInt8], name: String)?
  }

  /// The error for a value that can't be converted.
  public struct Conversion: Sendable, Equatable {
    /// The problem with the value.
    public var problem: String
    /// The path of the value, such as `items[3].price`, with list indices starting at 1; empty for the value itself.
    public var path: String
  }

  /// The error for a script that a limit stopped.
  public struct Limit: Sendable, Equatable {
    /// The kind of limit.
    public enum Kind: String, Sendable {
      /// The number of instructions in a chain of calls.
      case instructions
      /// The running time of a chain of calls.
      case deadline
      /// The memory that the process holds for the state.
      case memory
      /// `interrupt()` was called.
      case interrupt
      /// The number of times a chain of calls may wake up on a virtual clock, which takes no real time.
      case wakeUps
    }

    /// The limit that was exceeded.
    public var kind: Kind
    /// The place at which the script stopped; nil if unknown.
    public var place: ScriptLocation?
    /// The script's frames, innermost first.
    ///
    /// Contains at most 30 frames.
    public var traceback: [String]
  }
}

extension LuaError: CustomStringConvertible {
  /// The error in one line, as `script.lua:3: problem; what to do`.
  public var description: String {
    guard let place else { return problem }
    return "\(place): \(problem)"
  }

  /// The place of the error, if known.
  public var place: ScriptLocation? {
    switch self {
    case .syntax(let error): error.place
    case .runtime(let error): error.place
    case .conversion: nil
    case .limit(let error): error.place
    }
  }

  /// The error without its place.
  public var problem: String {
    switch self {
    case .syntax(let error): error.message
    case .runtime(let error): error.message
    case .conversion(let error):
      error.path.isEmpty
        ? "\(error.problem) cannot cross between Swift and Lua"
        : "\(error.problem) at `\(error.path)` cannot cross between Swift and Lua"
    case .limit(let error):
      switch error.kind {
      case .instructions: "the instruction budget is used up; look for an endless loop"
      case .deadline: "the time limit has passed; look for a loop that runs too long"
      case .memory: "the memory limit is reached; look for data that grows without end"
      case .interrupt: "interrupted"
      case .wakeUps: "the script keeps sleeping and never ends; look for a loop that waits"
      }
    }
  }

  /// The script's frames, innermost first; empty if there aren't any.
  public var traceback: [String] {
    switch self {
    case .runtime(let error): error.traceback
    case .limit(let error): error.traceback
    case .syntax, .conversion: []
    }
  }
}
