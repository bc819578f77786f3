internal import MockPlatform

extension Recording {
  /// Writes the script of the recording to its file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - replaces: Whether the script takes the place of what is there, and does not stand behind it.
  /// - Returns: What a person should know, a sentence each: what was left out, and why nothing was written.
  package mutating func write(to file: RecordingFile, replaces: Bool) async -> [String] {
    let name = FilePath.name(of: file.path).prefix { $0 != "." }
    // What stands behind a script that is there must not name state that it may have as well.
    var script = await script(
      name: name.isEmpty ? "script" : String(name), learns: replaces || file.text == nil)
    script.comments = ["The responses of the live services."]
    do throws(RecordingFile.Problem) {
      try file.write(script, replaces: replaces)
      return notes
    } catch {
      return [error.description]
    }
  }
}
