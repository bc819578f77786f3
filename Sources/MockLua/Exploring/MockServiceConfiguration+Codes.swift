internal import MockCalls
package import MockConfiguration

extension MockServiceConfiguration {
  /// The error codes of each service's responses, without duplicates, sorted by method name. Excludes the mocks' own
  /// codes.
  package var errorCodes: [String: [String]] {
    services.mapValues { entry in
      var known: Set<String> = []
      return entry.methods.sorted { $0.key < $1.key }.flatMap(\.value.responses)
        .compactMap { $0.error?.code }
        .filter { MockErrorCode(rawValue: $0) == nil && known.insert($0).inserted }
    }
  }
}
