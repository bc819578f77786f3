internal import LuaRuntime
package import MockCalls
package import MockData
package import MockLua

/// A session that an inspector shows, and what it can be asked for.
///
/// Everything may be asked on any thread.
package protocol InspectedSession: AnyObject, Sendable {
  /// The scenario that answers.
  var scenario: ScenarioRuntime { get }
  /// The script as it was read last.
  var script: InspectedScript { get }
  /// The apps that are in the session.
  var apps: [String] { get }
  /// Whether nothing may be changed, and no calls made, since what it shows is over.
  var isReadOnly: Bool { get }
  /// What the mocks require as a file says it; nil where none was given.
  var givenContract: ContractDocument? { get }

  /// Begins the scenario again.
  ///
  /// - Parameters:
  ///   - change: What is to be different.
  ///   - finish: Hears that it has begun, or why it has not; on any thread.
  func restart(_ change: SessionRestart, finish: @escaping @Sendable (String?) -> Void)
}

extension InspectedSession {
  package var isReadOnly: Bool { false }
  package var givenContract: ContractDocument? { nil }

  /// The contracts of the services: those of the file, and what apps have told of others.
  var contracts: [String: _MockContract] {
    scenario.context.contracts.all.merging(givenContract?.services ?? [:]) { $1 }
  }

  /// What the mocks require: the file knows the types; of a service that it lacks the app has told the names.
  package var contract: ContractDocument {
    let told = ContractDocument(probing: scenario.context.contracts.all, decodesTypes: false)
    var document = givenContract ?? ContractDocument()
    document.services.merge(told.services) { first, _ in first }
    return document
  }
}

/// What is different when a scenario begins again.
package enum SessionRestart: Sendable {
  case nothing
  /// A named scenario; nil for the top level.
  case scenario(String?)
  case clock(MockClock.Mode)
}

/// The text of a script, and what is wrong with it.
package struct InspectedScript: Sendable, Equatable {
  /// A mistake at its line.
  package struct Problem: Sendable, Equatable {
    package var place: SourcePlace
    package var text: String

    package init(_ text: String, at place: SourcePlace) {
      (self.text, self.place) = (text, place)
    }

    package init(_ mistake: MockDiagnostic, in script: String) {
      self.init(
        mistake.remedy.map { "\(mistake.problem); \($0)" } ?? mistake.problem,
        at: mistake.place ?? SourcePlace(file: script))
    }
  }

  /// The name of the file, as places name it.
  package var name: String
  package var text: String
  /// What is wrong; then the scenario before this text goes on.
  package var problems: [Problem]
  /// The named scenario that was chosen; nil for the top level.
  package var scenario: String?

  package init(name: String, text: String, problems: [Problem] = [], scenario: String? = nil) {
    (self.name, self.text, self.problems, self.scenario) = (name, text, problems, scenario)
  }
}
