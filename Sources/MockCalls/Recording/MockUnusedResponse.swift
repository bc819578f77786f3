package import MockData

/// A configured response that wasn't used.
package struct MockUnusedResponse: Sendable, Equatable {
  /// The method with its service, such as `OTP.verify`.
  package var method: String
  /// The index of the response in the configuration, from 0.
  package var index: Int
  /// The location of the response in a script, such as `login.lua:12`, or `nil` if it is unknown.
  package var place: ScriptLocation?

  /// Whether a test declares the response in Swift.
  package var isInSwift: Bool { place?.file.hasSuffix(".swift") ?? false }

  /// Creates an unused response.
  package init(method: String, index: Int, place: ScriptLocation? = nil) {
    self.method = method
    self.index = index
    self.place = place
  }
}

extension MockUnusedResponse: CustomStringConvertible {
  /// The issue as `place: problem`.
  package var description: String {
    let text = "response \(index + 1) of `\(method)` was never used"
    return place.map { "\($0): \(text)" } ?? text
  }
}
