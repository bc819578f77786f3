public import Foundation

/// An error of the mock itself, for a test that doesn't specify one of the app's errors.
public enum MockError: Error, Sendable, Equatable {
  /// A stream ends with an error because the test has set `shouldStreamFail`.
  case streamFailure
  /// A method throws because the test has set `shouldThrowError` but not `errorToThrow`.
  case stubbedFailure(method: String)
}

extension MockError: CustomStringConvertible {
  /// The reason for the error, in one sentence.
  public var description: String {
    switch self {
    case .streamFailure: "the stream fails because `shouldStreamFail` is set"
    case .stubbedFailure(let method):
      "`\(method)` fails because `shouldThrowError` is set; to choose the error, set `errorToThrow`"
    }
  }
}

extension MockError: LocalizedError {
  /// The description, as an app would show it.
  public var errorDescription: String? { description }
}
