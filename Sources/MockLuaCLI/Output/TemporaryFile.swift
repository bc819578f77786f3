import CLibrary
import MockPlatform

/// A file that only this user reads, in the folder for such files.
struct TemporaryFile {
  let path: String

  /// Makes a file, not where something is already.
  ///
  /// - Parameters:
  ///   - ending: How its name ends, such as `.html`.
  ///   - text: What it holds; nothing by default.
  /// - Throws: `SystemError`.
  init(ending: String, holding text: String = "") throws(SystemError) {
    let folder = ProcessEnvironment().value(of: "TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/mocklua-XXXXXX\(ending)".utf8CString)
    let descriptor = mkstemps(&template, Int32(ending.utf8.count))
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw .last }
    let file = Descriptor(number: descriptor)
    do throws(SystemError) {
      try file.write(text)
      try file.close()
    } catch {
      remove()
      throw error
    }
  }

  func remove() { unlink(path) }
}
