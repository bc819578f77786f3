import Foundation
import Testing

@testable import MockLuaCLI

/// What `mocklua serve` waits for where somebody asks for a script that is being written.
@Suite("Files that are watched")
struct WatchedFilesTests {
  @Test("One that was emptied is waited for until it has content, and is left alone")
  func emptied() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "mocklua-\(UUID()).lua")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("return 1".utf8).write(to: file)
    var files = WatchedFiles([file.path])
    try Data().write(to: file)
    // A thread of its own: this test blocks one of those that tasks have.
    Thread.detachNewThread { try? Data("return 2".utf8).write(to: file) }
    files.waitUntilWritten(by: .now + .seconds(1200))
    #expect(try String(contentsOf: file, encoding: .utf8) == "return 2")
    let isChanged = files.shouldBeRead()
    #expect(isChanged)
  }

  @Test("One that stays empty is waited for no longer than was said")
  func staysEmpty() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "mocklua-\(UUID()).lua")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("return 1".utf8).write(to: file)
    var files = WatchedFiles([file.path])
    try Data().write(to: file)
    files.waitUntilWritten(by: .now + .milliseconds(20))
    let isChanged = files.shouldBeRead()
    #expect(!isChanged)
  }
}
