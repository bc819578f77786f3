/// The protocol versions that this code supports.
package enum SessionProtocolVersion {
  /// The versions, from oldest to newest.
  package static let known = [1, 2, 3]

  /// The first version in which calls can be passed through to the app's live services.
  package static let passing = 2

  /// The first version in which a test can request the requirements of the app's mocks.
  package static let contracts = 3

  /// The first version in which an app reports the fields of a response that its types read.
  package static let fields = 3

  /// Returns the newest version that both sides support, or nil if there is none.
  package static func common(with others: [Int]) -> Int? {
    known.last { others.contains($0) }
  }
}
