/// The versions of the protocol that this code speaks.
package enum SessionProtocolVersion {
  /// From the oldest to the newest.
  package static let known = [1, 2, 3]

  /// The first version in which calls can be passed to the live services of the app.
  package static let passing = 2

  /// The first version in which a test can ask what the app's mocks require.
  package static let contracts = 3

  /// The first version in which an app says which fields of an answer its types read.
  package static let fields = 3

  /// The newest version that both sides speak; nil where there is none.
  package static func common(with others: [Int]) -> Int? {
    known.last { others.contains($0) }
  }
}
