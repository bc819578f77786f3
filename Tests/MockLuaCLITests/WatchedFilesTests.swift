import Foundation
import Testing

@testable import MockLuaCLI

/// How `mocklua serve` waits for a script that is being written when it is requested.
@Suite("Watched files")
struct WatchedFilesTests {
  @Test("An emptied file is awaited until it has content, and isn't changed")
  func emptied() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "mocklua-\(UUID()).lua")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("return 1".utf8).write(to: file)
    var files = WatchedFiles([file.path])
    try Data().write(to: file)
    // A separate thread, because this test blocks one of the pool's threads.
    Thread.detachNewThread { try? Data("return 2".utf8).write(to: file) }
    files.waitUntilWritten(by: .now + .seconds(1200))
    #expect(try String(contentsOf: file, encoding: .utf8) == "return 2")
    let isChanged = files.shouldBeRead()
    #expect(isChanged)
  }

  @Test("A file that stays empty is awaited only for the given time")
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
