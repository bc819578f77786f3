internal import MockConfiguration
internal import MockData

extension MockServiceConfiguration {
  /// The methods that have a response or pattern that is computed at run time, as `Service.method` and sorted.
  var computedMethods: [String] {
    services.flatMap { service, entry in
      entry.methods.filter { $0.value.responses.contains(where: \.isComputed) }
        .map { "\(service).\($0.key)" }
    }
    .sorted { $0.precedesInBytes($1) }
  }
}

extension MockResponse {
  /// Whether the response or its selection is computed at run time.
  fileprivate var isComputed: Bool {
    callback != nil || match.map { !$0.predicates.isEmpty } ?? false
  }
}
