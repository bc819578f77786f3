public import Foundation
internal import MockServices

/// The SHA-256 of the code that activates the developer mode; the code itself stands nowhere.
///
/// The hash belongs into a file that is not under version control, since a short code can be found by
/// trying all of them. `printf %s CODE | sha256sum` prints it.
public struct CodeHash: Sendable, Hashable {
  private let bytes: [UInt8]

  /// Reads a hash of 64 hexadecimal digits.
  ///
  /// - Parameter hexadecimal: The digits, of either case, with white space around them; what follows
  ///   the first word is ignored, as `sha256sum` prints the name of a file there.
  /// - Throws: ``CodeHashError`` for anything else.
  public init(hexadecimal: String) throws(CodeHashError) {
    try self.init(hexadecimal, source: nil)
  }

  /// Reads a hash from a file.
  ///
  /// - Parameter file: The file, such as a resource of the app's bundle.
  /// - Throws: ``CodeHashError`` for a file that can't be read, or that begins with no hash.
  public init(contentsOf file: URL) throws(CodeHashError) {
    let text: String
    do {
      text = try String(contentsOf: file, encoding: .utf8)
    } catch {
      throw CodeHashError(problem: .unreadable(error.localizedDescription), source: file.path)
    }
    try self.init(text, source: file.path)
  }

  /// Tells whether a code has this hash, in a time that does not depend on how much of it is right.
  ///
  /// - Parameter code: The code, compared in its UTF-8.
  /// - Returns: Whether it is the code.
  public func accepts(_ code: String) -> Bool {
    let digest = CodeDigest.digest(of: Array(code.utf8))
    var difference: UInt8 = digest.count == bytes.count ? 0 : 1
    for (byte, other) in zip(digest, bytes) { difference |= byte ^ other }
    return difference == 0
  }

  private init(_ text: String, source: String?) throws(CodeHashError) {
    guard let word = text.split(whereSeparator: \.isWhitespace).first else {
      throw CodeHashError(problem: .empty, source: source)
    }
    guard word.utf8.count == 64 else {
      throw CodeHashError(problem: .wrongLength(word.utf8.count), source: source)
    }
    let digits = word.utf8.compactMap(\.hexDigitValue)
    guard digits.count == 64 else { throw CodeHashError(problem: .noDigits, source: source) }
    bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
