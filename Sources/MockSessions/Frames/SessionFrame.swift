package import MockData

/// One message of a live session, either way.
///
/// Which fields a kind has is said by ``Kind/required`` and ``Kind/optional``; what stands in the others is
/// meaningless. The article Session protocol describes them all.
package struct SessionFrame: Sendable {
  package enum Sender: Sendable {
    case app
    case test
    case both
  }

  /// What a frame says.
  package enum Kind: String, Sendable, CaseIterable {
    // From the app.
    case token
    case hello
    case call
    case cancel
    case write
    case unusable
    case finding
    case count
    case resetCounts
    // From the test.
    case welcome
    case refused
    case answer
    case item
    case end
    case state
    case ended
    // From both.
    case seen

    package var sender: Sender {
      switch self {
      case .token, .hello, .call, .cancel, .write, .unusable, .finding, .count, .resetCounts: .app
      case .welcome, .refused, .answer, .item, .end, .state, .ended: .test
      case .seen: .both
      }
    }

    /// Whether a frame of this kind is counted, and sent again where the connection was lost.
    package var isCounted: Bool {
      switch self {
      case .token, .hello, .welcome, .refused, .seen: false
      default: true
      }
    }
  }

  package var kind: Kind
  /// The fields that are there.
  package var fields: Fields = []

  package var id = 0
  package var service = ""
  package var method = ""
  package var arguments = AnyCodableValue.null
  package var wish = ""
  package var waits = true
  package var cancellable = true
  package var value = AnyCodableValue.null
  package var values = AnyCodableValue.null
  package var error = AnyCodableValue.null
  package var cancelled = false
  package var count = 0
  package var response = 0
  package var place = ""
  package var number = 0
  package var echo = 0
  package var message = ""
  package var token = ""
  package var versions: [Int] = []
  package var version = 0
  package var client = ""
  package var app = ""
  package var process = 0
  package var received = 0
  package var services = AnyCodableValue.null
  package var state = AnyCodableValue.null
  package var resumed = false
  package var watched = false
  package var category = ""
  package var code = ""

  package init(_ kind: Kind) { self.kind = kind }
}
