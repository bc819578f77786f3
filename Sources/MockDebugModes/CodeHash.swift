public import Foundation
internal import MockServices

#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import CCrypto
#endif

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
  /// - Returns: Whether the hash of the code is equal to this hash.
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

/// The reason why a string or a file isn't the SHA-256 hash of a code.
///
/// The message doesn't include the text, because it may be the code itself.
public struct CodeHashError: Error, Sendable, Equatable {
  /// The kinds of problems.
  public enum Problem: Sendable, Equatable {
    /// The file can't be read.
    ///
    /// The associated value is the system's description of the error.
    case unreadable(String)
    /// The text is empty or contains only whitespace.
    case empty
    /// The first word isn't 64 bytes long.
    ///
    /// The associated value is its actual length.
    case wrongLength(Int)
    /// The first word contains characters that aren't hexadecimal digits.
    case noDigits
  }

  /// The problem.
  public var problem: Problem
  /// The path of the file, or `nil` if the text came from elsewhere.
  public var source: String?
}

extension CodeHashError: CustomStringConvertible {
  /// The error as `file: problem; what to write`.
  public var description: String {
    let text =
      switch problem {
      case .unreadable(let reason): "can't be read: \(reason); \(Self.suggestion)"
      case .empty: "is empty; \(Self.suggestion)"
      case .wrongLength(let count):
        "has \(count) characters, but a SHA-256 hash has 64 hexadecimal digits; \(Self.suggestion)"
      case .noDigits: "has characters that are not hexadecimal digits; \(Self.suggestion)"
      }
    return "\(source.map { "\($0): the" } ?? "the") hash of the developer code \(text)"
  }

  private static let suggestion = "write what `printf %s CODE | sha256sum` prints"
}

extension CodeHashError: LocalizedError {
  /// The message of the error, same as ``description``.
  public var errorDescription: String? { description }
}

#if canImport(CryptoKit)
  /// SHA-256 with the system library.
  enum CodeDigest {
    static func digest(of bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
  }
#else
  /// SHA-256 with the system library.
  enum CodeDigest {
    /// If the library fails, returns an empty array, which doesn't equal any hash.
    static func digest(of bytes: [UInt8]) -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: 32)
      var size: UInt32 = 0
      let isDone = EVP_Digest(bytes, bytes.count, &digest, &size, EVP_sha256(), nil) == 1
      return isDone && size == 32 ? digest : []
    }
  }
#endif
