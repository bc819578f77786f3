/// Why a script did not do what it was asked for.
///
/// Each case holds facts; `description` words them as `place: problem`.
public enum LuaError: Error {
  /// The source does not compile.
  case syntax(Syntax)
  /// The script raised an error, or a host function that it called threw one.
  case runtime(Runtime)
  /// A value has no form on the other side.
  case conversion(Conversion)
  /// A limit stopped the script.
  case limit(Limit)

  /// A source that does not compile.
  public struct Syntax: Sendable, Equatable {
    /// Lua's message, without the place.
    public var message: String
    /// Where the compiler stood.
    public var place: SourcePlace
    /// Whether more text could make the source valid; a REPL then asks for another line.
    package var isIncomplete: Bool
  }

  /// A raised error.
  public struct Runtime: Sendable {
    /// The message, without the place.
    public var message: String
    /// The line that raised, or nil where no script was running.
    public var place: SourcePlace?
    /// The script's frames, innermost first, as `file:line: in function 'name'`.
    ///
    /// At most 30.
    public var traceback: [String]
    /// The raised value where it was a table of data.
    public var value: LuaValue?
    /// The error that a host function threw, where that was the cause.
    public var cause: (any Error)?
    /// The wire of the raised table, and its metatable's `__name`.
    package var raised: (wire: [UInt8], name: String)?
  }

  /// A value that cannot cross.
  public struct Conversion: Sendable, Equatable {
    /// What is wrong with it.
    public var problem: String
    /// Where it stands: `items[3].price`, counted from 1 in lists; empty for the value itself.
    public var path: String
  }

  /// A script that was stopped.
  public struct Limit: Sendable, Equatable {
    /// Which limit it was.
    public enum Kind: String, Sendable {
      /// The number of instructions of one chain of calls.
      case instructions
      /// The time in which code of one chain of calls ran.
      case deadline
      /// The memory that the process holds for the state.
      case memory
      /// `interrupt()` was called.
      case interrupt
      /// How often a chain of calls may wake up on a virtual clock, which takes no real time.
      case wakeUps
    }

    /// Which limit it was.
    public var kind: Kind
    /// Where the script stood, or nil where that is unknown.
    public var place: SourcePlace?
    /// The script's frames, innermost first.
    ///
    /// At most 30.
    public var traceback: [String]
  }
}

extension LuaError: CustomStringConvertible {
  /// The error in one line: `script.lua:3: problem; what to do`.
  public var description: String {
    guard let place else { return problem }
    return "\(place): \(problem)"
  }

  /// Where the error was, where that is known.
  public var place: SourcePlace? {
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
      case .wakeUps: "the script sleeps again and again without end; look for a loop that waits"
      }
    }
  }

  /// The script's frames, innermost first; empty where there are none.
  public var traceback: [String] {
    switch self {
    case .runtime(let error): error.traceback
    case .limit(let error): error.traceback
    case .syntax, .conversion: []
    }
  }
}
