internal import LuaRuntime
package import MockCalls
package import MockData
package import MockLua

/// A session that an inspector shows.
///
/// All members can be called on any thread.
package protocol InspectedSession: AnyObject, Sendable {
  var scenario: ScenarioRuntime { get }
  var script: InspectedScript { get }
  var apps: [String] { get }
  /// Whether changes and calls are forbidden because the session is over.
  var isReadOnly: Bool { get }
  /// The contract of the mocks from a file; nil if no file was given.
  var givenContract: ContractDocument? { get }

  /// Calls `finish` on any thread when the scenario has started, or with the reason why it couldn't.
  func restart(_ change: SessionRestart, finish: @escaping @Sendable (String?) -> Void)

  /// Calls `finish` on any thread when the text is written, or with the reason why it couldn't be.
  func append(_ text: String, finish: @escaping @Sendable (String?) -> Void)
}

extension InspectedSession {
  package var isReadOnly: Bool { false }
  package var givenContract: ContractDocument? { nil }

  package func append(_ text: String, finish: @escaping @Sendable (String?) -> Void) {
    finish("this session has no script that can be changed")
  }

  /// If a service isn't in the file, its contract comes from the apps.
  var contracts: [String: _MockContract] {
    scenario.context.contracts.all.merging(givenContract?.services ?? [:]) { $1 }
  }

  /// The contract from the file, which contains types.
  ///
  /// For services that aren't in the file, it contains the names from apps.
  package var contract: ContractDocument {
    let ownDocument = ContractDocument(probing: scenario.context.contracts.all, decodesTypes: false)
    var document = givenContract ?? ContractDocument()
    document.services.merge(ownDocument.services) { first, _ in first }
    return document
  }
}

package enum SessionRestart: Sendable {
  case nothing
  /// A variant; nil for the top level.
  case variant(String?)
  case clock(MockClock.Mode)
}

package struct InspectedScript: Sendable, Equatable {
  package struct Problem: Sendable, Equatable {
    package var place: ScriptLocation
    package var text: String

    package init(_ text: String, at place: ScriptLocation) {
      (self.text, self.place) = (text, place)
    }

    package init(_ diagnostic: MockDiagnostic, in script: String) {
      self.init(
        diagnostic.suggestion.map { "\(diagnostic.problem); \($0)" } ?? diagnostic.problem,
        at: diagnostic.place ?? ScriptLocation(file: script))
    }
  }

  /// The name of the file, as it occurs in locations.
  package var name: String
  package var text: String
  /// If there are any, the scenario of the previous text stays active.
  package var problems: [Problem]
  /// The selected variant; nil for the top level.
  package var variant: String?

  package init(name: String, text: String, problems: [Problem] = [], variant: String? = nil) {
    (self.name, self.text, self.problems, self.variant) = (name, text, problems, variant)
  }
}
