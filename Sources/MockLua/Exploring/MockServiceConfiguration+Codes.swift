internal import MockCalls
package import MockConfiguration

extension MockServiceConfiguration {
  /// The error codes of each service's responses, sorted by method name.
  ///
  /// Duplicates and the mocks' own codes are omitted.
  package var errorCodes: [String: [String]] {
    services.mapValues { entry in
      var known: Set<String> = []
      return entry.methods.sorted { $0.key < $1.key }.flatMap(\.value.responses)
        .compactMap { $0.error?.code }
        .filter { MockErrorCode(rawValue: $0) == nil && known.insert($0).inserted }
    }
  }
}
