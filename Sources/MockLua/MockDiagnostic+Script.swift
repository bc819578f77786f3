internal import MockData

extension MockDiagnostic {
  /// A mistake of a script, which its own side words as `problem; what to write`.
  ///
  /// - Parameters:
  ///   - sentence: The problem and its remedy.
  ///   - place: The line; nil where the mistake is about the whole script.
  ///   - script: The script that was loaded.
  ///   - traceback: The script's frames, innermost first, where it was running; none by default.
  init(
    mistake sentence: String, at place: SourcePlace?, script: String, traceback: [String] = []
  ) {
    let place = place ?? SourcePlace(file: script)
    self.init(
      at: place, sentence: sentence,
      notes: traceback.map(Note.init(frame:)).filter { $0.place != place })
  }
}

extension MockDiagnostic.Note {
  /// A frame of a script: `login.lua:12: in function 'price'`.
  fileprivate init(frame: String) {
    let parts = frame.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let line = Int(parts[1]) else {
      self.init(frame)
      return
    }
    self.init(
      String(parts[2].drop { $0 == " " }), at: SourcePlace(file: String(parts[0]), line: line))
  }
}
