internal import MockData

extension MockDiagnostic {
  /// Creates the diagnostic of a script error.
  ///
  /// Lua provides the message as `problem; what to write`.
  ///
  /// - Parameters:
  ///   - sentence: The problem and its suggestion.
  ///   - place: The line; nil if the error concerns the whole script.
  ///   - script: The loaded script.
  ///   - traceback: The stack frames of the script, innermost first, if it was running; empty by default.
  init(
    error sentence: String, at place: ScriptLocation?, script: String, traceback: [String] = []
  ) {
    let place = place ?? ScriptLocation(file: script)
    self.init(
      at: place, sentence: sentence,
      notes: traceback.map(Note.init(frame:)).filter { $0.place != place })
  }
}

extension MockDiagnostic.Note {
  /// Creates a note from a stack frame, such as `login.lua:12: in function 'price'`.
  fileprivate init(frame: String) {
    let parts = frame.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let line = Int(parts[1]) else {
      self.init(frame)
      return
    }
    self.init(
      String(parts[2].drop { $0 == " " }), at: ScriptLocation(file: String(parts[0]), line: line))
  }
}
