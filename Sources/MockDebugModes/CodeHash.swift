public import Foundation
internal import MockServices

/// The SHA-256 hash of the code that activates developer mode.
///
/// The code itself isn't stored anywhere. Keep the hash in a file outside of version control, because a short code can
/// be found by brute force. `printf %s CODE | sha256sum` prints the hash.
public struct CodeHash: Sendable, Hashable {
  private let bytes: [UInt8]

  /// Reads a hash of 64 hexadecimal digits.
  ///
  /// - Parameter hexadecimal: The digits in either case, optionally with whitespace around them. Text after the first
  ///   word is ignored, such as the file name that `sha256sum` prints.
  /// - Throws: ``CodeHashError`` for any other text.
  public init(hexadecimal: String) throws(CodeHashError) {
    try self.init(hexadecimal, source: nil)
  }

  /// Reads a hash from a file.
  ///
  /// - Parameter file: The file, such as a resource of the app's bundle.
  /// - Throws: ``CodeHashError`` if the file can't be read or doesn't begin with a hash.
  public init(contentsOf file: URL) throws(CodeHashError) {
    let text: String
    do {
      text = try String(contentsOf: file, encoding: .utf8)
    } catch {
      throw CodeHashError(problem: .unreadable(error.localizedDescription), source: file.path)
    }
    try self.init(text, source: file.path)
  }

  /// Returns whether a code has this hash.
  ///
  /// The time it takes doesn't depend on how many bytes match.
  ///
  /// - Parameter code: The code, compared as UTF-8.
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
