package import MockData

/// A response of a configuration that no call ever got.
package struct MockUnusedResponse: Sendable, Equatable {
  /// The method with its service, such as `OTP.verify`.
  package var method: String
  /// The place of the response in the configuration's list, from 0.
  package var index: Int
  /// The place of the response in a script, such as `login.lua:12`; nil where none is known.
  package var place: SourcePlace?

  /// Creates a finding.
  package init(method: String, index: Int, place: SourcePlace? = nil) {
    self.method = method
    self.index = index
    self.place = place
  }
}

extension MockUnusedResponse: CustomStringConvertible {
  /// The finding as `place: problem`.
  package var description: String {
    let text = "response \(index + 1) of `\(method)` was never used"
    return place.map { "\($0): \(text)" } ?? text
  }
}
