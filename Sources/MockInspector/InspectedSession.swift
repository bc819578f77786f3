internal import LuaRuntime
package import MockCalls
package import MockData
package import MockLua

/// A session that an inspector shows.
///
/// All members can be called on any thread.
package protocol InspectedSession: AnyObject, Sendable {
  /// The current scenario.
  var scenario: ScenarioRuntime { get }
  /// The latest version of the script.
  var script: InspectedScript { get }
  /// The apps in the session.
  var apps: [String] { get }
  /// Whether changes and calls are forbidden because the session is over.
  var isReadOnly: Bool { get }
  /// The contract of the mocks from a file; nil if no file was given.
  var givenContract: ContractDocument? { get }

  /// Restarts the scenario.
  ///
  /// - Parameters:
  ///   - change: The change to make.
  ///   - finish: Called on any thread when the scenario has started, or with the reason why it couldn't.
  func restart(_ change: SessionRestart, finish: @escaping @Sendable (String?) -> Void)

  /// Appends text to the script's file.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - finish: Called on any thread when the text is written, or with the reason why it couldn't be.
  func append(_ text: String, finish: @escaping @Sendable (String?) -> Void)
}

extension InspectedSession {
  package var isReadOnly: Bool { false }
  package var givenContract: ContractDocument? { nil }

  package func append(_ text: String, finish: @escaping @Sendable (String?) -> Void) {
    finish("this session has no script that can be changed")
  }

  /// The contracts of the services, by name.
  ///
  /// If a service isn't in the file, its contract comes from the apps.
  var contracts: [String: _MockContract] {
    scenario.context.contracts.all.merging(givenContract?.services ?? [:]) { $1 }
  }

  /// The contract of the mocks.
  ///
  /// The contract comes from the file, which contains types. For services that aren't in the file, it contains the
  /// names from apps.
  package var contract: ContractDocument {
    let ownDocument = ContractDocument(probing: scenario.context.contracts.all, decodesTypes: false)
    var document = givenContract ?? ContractDocument()
    document.services.merge(ownDocument.services) { first, _ in first }
    return document
  }
}

/// A change to make when a scenario restarts.
package enum SessionRestart: Sendable {
  case nothing
  /// A variant; nil for the top level.
  case variant(String?)
  case clock(MockClock.Mode)
}

/// The text of a script, and its errors.
package struct InspectedScript: Sendable, Equatable {
  /// An error with its location.
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
  /// The errors in the text.
  ///
  /// If there are any, the scenario of the previous text stays active.
  package var problems: [Problem]
  /// The selected variant; nil for the top level.
  package var variant: String?

  package init(name: String, text: String, problems: [Problem] = [], variant: String? = nil) {
    (self.name, self.text, self.problems, self.variant) = (name, text, problems, variant)
  }
}
