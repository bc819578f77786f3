public import Foundation

/// An error of a mock itself, where the test does not say which of the app's errors to throw.
public enum MockError: Error, Sendable, Equatable {
  /// A stream ends with an error, since the test has set `shouldStreamFail`.
  case streamFailure
  /// A method throws, since the test has set `shouldThrowError` and no `errorToThrow`.
  case stubbedFailure(method: String)
}

extension MockError: CustomStringConvertible {
  /// What the test has asked for, as one sentence.
  public var description: String {
    switch self {
    case .streamFailure: "the stream fails, as `shouldStreamFail` asks for"
    case .stubbedFailure(let method):
      "`\(method)` fails, as `shouldThrowError` asks for; `errorToThrow` would say with which error"
    }
  }
}

extension MockError: LocalizedError {
  /// The description, which an app would show.
  public var errorDescription: String? { description }
}
