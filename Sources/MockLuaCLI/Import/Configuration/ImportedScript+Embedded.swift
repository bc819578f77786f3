import MockConfiguration
import MockData
import MockRecording

extension ImportedScript {
  /// Extracts the script in a configuration, with its modules and fixtures as separate files.
  init(of script: MockScript, notes: [ImportNote]) {
    self.init()
    source = script.source
    self.notes = notes
    for (name, module) in script.modules.sortedByKeyBytes() {
      let path = name.split(separator: ".").joined(separator: "/") + ".lua"
      add(path, module.source)
    }
    for (name, text) in script.fixtures.sortedByKeyBytes() { add(name, text) }
    let options = [
      script.variant.map { "--variant \($0.escaped)" },
      script.mode.map { "--mode \($0.escaped)" },
      script.seed.map { "--seed \(UInt(bitPattern: $0))" },
    ].compactMap(\.self)
    guard !options.isEmpty else { return }
    self.notes.append(
      ImportNote(text: "the script was emitted with \(options.joined(separator: " "))"))
  }

  private mutating func add(_ path: String, _ text: String) {
    // A path that leads out of the folder isn't allowed.
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
      notes.append(
        ImportNote(text: "the file `\(path.escaped)` is in another folder, and is left out"))
      return
    }
    files.append(ImportedFile(path: path, bytes: Array(text.utf8)))
  }
}
