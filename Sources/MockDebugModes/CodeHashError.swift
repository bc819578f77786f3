public import Foundation

/// The reason why a string or a file isn't the SHA-256 hash of a code.
///
/// The message doesn't include the text, because it may be the code itself.
public struct CodeHashError: Error, Sendable, Equatable {
  /// The kinds of problems.
  public enum Problem: Sendable, Equatable {
    /// The file can't be read, for a reason that the system gives.
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

  /// Creates an error (default: without a file).
  package init(problem: Problem, source: String? = nil) {
    self.problem = problem
    self.source = source
  }
}

extension CodeHashError: CustomStringConvertible {
  /// The error as `file: problem; what to write`.
  public var description: String {
    let text =
      switch problem {
      case .unreadable(let reason): "can't be read: \(reason); \(Self.suggestion)"
      case .empty: "is empty; \(Self.suggestion)"
      case .wrongLength(let count):
        "begins with \(count) bytes, but a SHA-256 has 64 hexadecimal digits; \(Self.suggestion)"
      case .noDigits: "has characters that are not hexadecimal digits; \(Self.suggestion)"
      }
    return "\(source.map { "\($0): the" } ?? "the") hash of the developer code \(text)"
  }

  private static let suggestion = "write what `printf %s CODE | sha256sum` prints"
}

extension CodeHashError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
