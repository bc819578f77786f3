import CMockLua
import MockData

extension LuaError {
  /// Creates an error from the facts of a failed C call.
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

  /// Converts a decoding or encoding error to a conversion error.
  init(converting error: any Error) {
    switch error {
    case let error as LuaError: self = error
    case let error as DecodingError:
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        self = .conversion(
          Conversion(
            problem: context.debugDescription, path: describePath(context.codingPath).escapedPath))
      @unknown default: self = .conversion(Conversion(problem: "\(error)", path: ""))
      }
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
