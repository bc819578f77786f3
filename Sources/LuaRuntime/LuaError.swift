import CMockLua
import MockData

/// An error in a script, or in a value that is passed to or from it.
///
/// Each case contains the details, and `description` turns them into text.
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
    /// Lua's message, without the location.
    public var message: String
    /// The location at which compilation stopped.
    public var place: ScriptLocation
    /// Whether more text could make the source valid.
    ///
    /// A REPL then asks for another line.
    package var isIncomplete: Bool
  }

  /// A raised error.
  public struct Runtime: Sendable {
    /// The message, without the location.
    public var message: String
    /// The line that raised the error; nil if no script was running.
    public var place: ScriptLocation?
    /// The script's frames, innermost first, as `file:line: in function 'name'`.
    ///
    /// Contains at most 30 frames.
    public var traceback: [String]
    /// The raised value if it was a table of data; nil for any other value.
    public var value: LuaValue?
    /// The error that a host function threw, if that was the cause; nil for any other cause.
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

  /// The error for a script that reached a limit.
  public struct Limit: Sendable, Equatable {
    /// The kind of limit.
    public enum Kind: String, Sendable {
      /// The number of instructions in a chain of calls.
      case instructions
      /// The running time of a chain of calls.
      case deadline
      /// The memory that the process uses for the script.
      case memory
      /// A call to `interrupt()`.
      case interrupt
      /// The number of times that a chain of calls wakes up on a virtual clock.
      case wakeUps
    }

    /// The limit that was exceeded.
    public var kind: Kind
    /// The location at which the script stopped; nil if it isn't known.
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

  /// The location of the error, if it is known.
  public var place: ScriptLocation? {
    switch self {
    case .syntax(let error): error.place
    case .runtime(let error): error.place
    case .conversion: nil
    case .limit(let error): error.place
    }
  }

  /// The error without its location.
  public var problem: String {
    switch self {
    case .syntax(let error): error.message
    case .runtime(let error): error.message
    case .conversion(let error):
      error.path.isEmpty
        ? "the value cannot be converted between Swift and Lua: \(error.problem)"
        : "the value at `\(error.path)` cannot be converted between Swift and Lua: \(error.problem)"
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

  /// The script's frames, innermost first; empty for a syntax or conversion error.
  public var traceback: [String] {
    switch self {
    case .runtime(let error): error.traceback
    case .limit(let error): error.traceback
    case .syntax, .conversion: []
    }
  }
}

extension LuaError {
  init(_ status: mocklua_Status, of state: OpaquePointer, causes: HostErrors) {
    guard let facts = mocklua_last_error(state)?.pointee else {
      self = .runtime(Runtime(message: "unknown error", traceback: []))
      return
    }
    let cause = causes[facts.host_error]
    // A message from a script is escaped. A message from a Swift error isn't.
    let message = cause == nil ? String(facts.message).escapedPath : String(facts.message)
    let place =
      facts.line > 0 ? ScriptLocation(file: String(facts.file), line: Int(facts.line)) : nil
    let traceback = String(facts.traceback).split(separator: "\n").map(\.escapedPath)
    switch status {
    case MOCKLUA_SYNTAX_ERROR:
      let place = place ?? ScriptLocation(file: String(facts.file), line: 1)
      self = .syntax(
        Syntax(message: message, place: place, isIncomplete: facts.is_incomplete))
    case MOCKLUA_CONVERSION_ERROR:
      self = .conversion(Conversion(problem: message, path: String(facts.path).escapedPath))
    case MOCKLUA_LIMIT_ERROR:
      self = .limit(Limit(kind: Limit.Kind(facts.limit), place: place, traceback: traceback))
    default:
      let bytes = UnsafeRawBufferPointer(start: facts.value.start, count: facts.value.count)
      self = .runtime(
        Runtime(
          message: message, place: place, traceback: traceback,
          value: WireValue(checking: bytes).map { LuaValue($0) }, cause: causes[facts.host_error],
          raised: bytes.isEmpty ? nil : (Array(bytes), String(facts.value_name))))
    }
  }

  init(converting error: any Error) {
    switch error {
    case let error as LuaError: self = error
    case let error as DecodingError:
      self = .conversion(
        Conversion(
          problem: error.context?.debugDescription ?? "\(error)",
          path: describePath(error.context?.codingPath ?? []).escapedPath))
    case let error as EncodingError:
      if case .invalidValue(_, let context) = error {
        self = .conversion(
          Conversion(
            problem: context.debugDescription, path: describePath(context.codingPath).escapedPath))
      } else {
        self = .conversion(Conversion(problem: "\(error)", path: ""))
      }
    default:
      self = .runtime(Runtime(message: "\(error)", traceback: [], cause: error))
    }
  }
}

extension LuaError.Limit.Kind {
  init(_ limit: mocklua_Limit) {
    self =
      switch limit {
      case MOCKLUA_LIMIT_INSTRUCTIONS: .instructions
      case MOCKLUA_LIMIT_DEADLINE: .deadline
      case MOCKLUA_LIMIT_MEMORY: .memory
      case MOCKLUA_LIMIT_WAKE_UPS: .wakeUps
      default: .interrupt
      }
  }
}

extension String {
  init(_ bytes: mocklua_Bytes) {
    self.init(
      decoding: UnsafeBufferPointer(start: bytes.start, count: bytes.count), as: UTF8.self)
  }
}

/// Returns a coding path in Lua syntax, with indices starting at 1, such as `items[3].price`.
private func describePath(_ keys: [any CodingKey]) -> String {
  var text = ""
  for key in keys {
    if let index = key.intValue {
      text += "[\(index + 1)]"
    } else {
      text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
    }
  }
  return text
}

/// The most recent errors thrown by host functions, by number.
///
/// Lua stores only the number, and a script may raise an error again much later. Only the last few errors are kept. If
/// a script raises an older error again, the cause of that error is lost.
struct HostErrors {
  private static let limit = 64
  private var errors: [(number: Int32, error: any Error)] = []
  private var last: Int32 = -1

  mutating func keep(_ error: any Error) -> Int32 {
    last = last == .max ? 0 : last + 1
    if errors.count == Self.limit { errors.removeFirst(Self.limit / 2) }
    errors.append((last, error))
    return last
  }

  subscript(number: Int32) -> (any Error)? {
    number < 0 ? nil : errors.last { $0.number == number }?.error
  }
}
