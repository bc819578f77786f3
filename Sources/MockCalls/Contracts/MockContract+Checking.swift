package import MockConfiguration
internal import MockData
internal import ValueForms

/// Something in a service's configuration that its protocol knows nothing of.
package struct MockContractProblem: Sendable, Equatable {
  /// The method that it stands at; nil where it concerns the whole service.
  package var method: String?
  /// The response that it stands at, from 0.
  package var response: Int?
  /// Whether it is a wait that a method which is not async skips.
  package var isWait = false
  /// The problem as `problem; what to write`.
  package var text: String
}

extension _MockContract {
  /// What of a service's configuration the protocol knows nothing of.
  package func problems(in entry: MockServiceEntry, service: String) -> [MockContractProblem] {
    let keys = methods.map(\.key) + properties.flatMap { [$0.name, "\($0.name)="] }
    return entry.methods.sorted { $0.key.precedesInBytes($1.key) }.flatMap { name, config in
      let known = methods.filter { $0.key == name }
      guard !known.isEmpty || keys.contains(name) else {
        let hint = NearestName.hint(for: name, among: keys) ?? "it requires nothing"
        return [
          MockContractProblem(
            method: name, response: 0, text: "`\(self.name)` requires no `\(name.shown)`; \(hint)")
        ]
      }
      guard !known.isEmpty else { return [] }
      return problems(of: name, config, service, known)
    }
  }

  private func problems(
    of name: String, _ config: MockMethodConfig, _ service: String, _ methods: [Method]
  ) -> [MockContractProblem] {
    let labels = methods.flatMap { $0.parameters.map(\.label) }
    var problems: [MockContractProblem] = []
    func check(_ argument: String, at response: Int) {
      let label = argument.split(separator: ".").first.map(String.init) ?? argument
      guard !labels.contains(label) else { return }
      let hint = NearestName.hint(for: label, among: labels) ?? "it takes none"
      let problem = MockContractProblem(
        method: name, response: response,
        text: "`\(service).\(name)` has no argument `\(label.shown)`; \(hint)")
      if !problems.contains(where: { $0.text == problem.text }) { problems.append(problem) }
    }
    for (index, response) in config.responses.enumerated() {
      for argument in response.match?.argumentNames ?? [] { check(argument, at: index) }
      if let wait = response.statedWait, !methods.contains(where: \.waits) {
        let failure = MockFailure.skipped(wait, of: "\(service).\(name)", at: nil)
        problems.append(
          MockContractProblem(method: name, response: index, isWait: true, text: failure.message))
      }
    }
    if let key = config.sequenceKey { check(key, at: 0) }
    return problems
  }
}

extension MatchPattern {
  /// The names of arguments that the pattern asks about at its top.
  fileprivate var argumentNames: [String] {
    guard case .dictionary(let fields) = value else { return [] }
    return fields.keys.filter { !$0.hasPrefix("$") }.sorted { $0.precedesInBytes($1) }
  }
}
