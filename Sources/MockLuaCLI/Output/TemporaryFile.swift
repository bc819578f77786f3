import CLibrary
import MockPlatform

/// A temporary file that only this user can read.
struct TemporaryFile {
  let path: String

  /// Creates a new file.
  ///
  /// - Parameters:
  ///   - ending: The end of its name, such as `.html`.
  ///   - text: The content; empty by default.
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
