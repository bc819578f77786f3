internal import MockCalls
package import MockConfiguration

extension MockServiceConfiguration {
  /// The codes of the errors that the responses of each service have, each once, by the names of their methods; those
  /// of the mocks themselves left out.
  package var errorCodes: [String: [String]] {
    services.mapValues { entry in
      var known: Set<String> = []
      return entry.methods.sorted { $0.key < $1.key }.flatMap(\.value.responses)
        .compactMap { $0.error?.code }
        .filter { MockErrorCode(rawValue: $0) == nil && known.insert($0).inserted }
    }
  }
}
