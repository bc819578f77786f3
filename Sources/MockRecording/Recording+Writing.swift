internal import MockPlatform

extension Recording {
  /// Writes the script of the recording to its file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - replaces: Whether the script replaces the existing content instead of being appended.
  /// - Returns: Notes, one sentence each, about omitted parts or about why nothing was written.
  package mutating func write(to file: RecordingFile, replaces: Bool) async -> [String] {
    let name = FilePath.name(of: file.path).prefix { $0 != "." }
    // Appended text must not define state, because the existing script may define the same state.
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
