import Foundation
import Testing

@testable import MockDebugModes

@Suite("The hash of the developer code") struct CodeHashTests {
  @Test(
    "Codes have the digests of the FIPS 180 examples",
    arguments: [
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("sesame", DeveloperModeTests.sesame),
    ])
  func digests(code: String, digits: String) throws {
    let hash = try CodeHash(hexadecimal: digits)
    #expect(hash.accepts(code))
    #expect(!hash.accepts(code + "x"))
    #expect(try CodeHash(hexadecimal: digits.uppercased()) == hash)
    #expect(try CodeHash(hexadecimal: "\n \(digits)  -\n") == hash)
  }

  @Test("A hash that differs in any single bit doesn't match")
  func everyBit() throws {
    let digits = Array(DeveloperModeTests.sesame)
    for index in digits.indices {
      var changed = digits
      let value = try #require(changed[index].hexDigitValue)
      changed[index] = Character(String(value ^ 1, radix: 16))
      #expect(try !CodeHash(hexadecimal: String(changed)).accepts("sesame"))
    }
  }

  @Test("A hash is read from a file")
  func file() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "CodeHashTests.\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("\(DeveloperModeTests.sesame)  -\n".utf8).write(to: file)
    #expect(try CodeHash(contentsOf: file).accepts("sesame"))
    try Data("sesame".utf8).write(to: file)
    let error = try #require(throws: CodeHashError.self) { try CodeHash(contentsOf: file) }
    #expect(error == CodeHashError(problem: .wrongLength(6), source: file.path))
    #expect(!"\(error)".contains("sesame"))
    try FileManager.default.removeItem(at: file)
    let missing = try #require(throws: CodeHashError.self) { try CodeHash(contentsOf: file) }
    guard case .unreadable(let reason) = missing.problem else {
      Issue.record("\(missing)")
      return
    }
    #expect(
      missing.localizedDescription
        == "\(file.path): the hash of the developer code can't be read: \(reason);"
        + " write what `printf %s CODE | sha256sum` prints")
  }

  @Test(
    "An invalid hash is rejected, and the message doesn't repeat it",
    arguments: [
      ("", "is empty;"),
      (" \n", "is empty;"),
      ("abc def", "has 3 characters, but a SHA-256 hash has 64 hexadecimal digits;"),
      (String(repeating: "g", count: 64), "has characters that are not hexadecimal digits;"),
      (String(repeating: "é", count: 32), "has characters that are not hexadecimal digits;"),
    ])
  func errors(text: String, problem: String) throws {
    let error = try #require(throws: CodeHashError.self) { try CodeHash(hexadecimal: text) }
    #expect(
      "\(error)" == "the hash of the developer code \(problem)"
        + " write what `printf %s CODE | sha256sum` prints")
  }
}
