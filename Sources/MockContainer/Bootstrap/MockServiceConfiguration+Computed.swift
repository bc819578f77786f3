internal import MockConfiguration
internal import MockData

extension MockServiceConfiguration {
  /// The methods, as `Service.method`, of which some answer is computed at run time; sorted.
  var computedMethods: [String] {
    services.flatMap { service, entry in
      entry.methods.filter { $0.value.responses.contains(where: \.isComputed) }
        .map { "\(service).\($0.key)" }
    }
    .sorted { $0.precedesInBytes($1) }
  }
}

extension MockResponse {
  /// Whether the answer, or the choice of it, is left to run time.
  fileprivate var isComputed: Bool {
    callback != nil || match.map { !$0.predicates.isEmpty } ?? false
  }
}
