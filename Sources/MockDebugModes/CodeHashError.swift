public import Foundation

/// Why a text or a file is not the SHA-256 of a code.
///
/// The text is no part of the message, since somebody may have written the code itself.
public struct CodeHashError: Error, Sendable, Equatable {
  /// What is wrong.
  public enum Problem: Sendable, Equatable {
    /// The file can't be read; with the system's reason.
    case unreadable(String)
    /// There is nothing but white space.
    case empty
    /// The first word does not have 64 characters; its length in bytes.
    case wrongLength(Int)
    /// The first word has characters that are not hexadecimal digits.
    case noDigits
  }

  /// What is wrong.
  public var problem: Problem
  /// The path of the file; nil where the text came from elsewhere.
  public var source: String?

  /// Creates an error; it came from no file by default.
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
      case .unreadable(let reason): "can't be read: \(reason); \(Self.remedy)"
      case .empty: "is empty; \(Self.remedy)"
      case .wrongLength(let count):
        "begins with \(count) bytes, and a SHA-256 has 64 hexadecimal digits; \(Self.remedy)"
      case .noDigits: "has characters that are not hexadecimal digits; \(Self.remedy)"
      }
    return "\(source.map { "\($0): the" } ?? "the") hash of the developer code \(text)"
  }

  private static let remedy = "write what `printf %s CODE | sha256sum` prints"
}

extension CodeHashError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
