internal import MockConfiguration
public import MockData
internal import MockPlatform

extension MockCallLog {
  /// The values that an argument had in the calls of a method, in order; absent ones are left out.
  ///
  /// - Parameters:
  ///   - label: The label of the argument; dots reach into objects.
  ///   - method: The method with its service, such as `OTP.verify`.
  /// - Returns: The values of the calls that the log keeps.
  public func captured(_ label: String, of method: String) -> [AnyCodableValue] {
    let path = label.split(separator: ".").map(String.init)
    return calls(method).compactMap { $0.arguments.member(at: path) }
  }

  /// The values that an argument had in the calls of a method, decoded as a type.
  ///
  /// - Throws: `DecodingError` for a value that is not one of the type.
  public func captured<Value: Decodable>(
    _ label: String, of method: String, as type: Value.Type
  ) throws -> [Value] {
    try captured(label, of: method).map { try AnyCodableValueDecoder().decode(type, from: $0) }
  }

  /// The place of the response that the latest call of a method got, found without making records of calls; nil where
  /// none is known.
  func latestPlace(of method: String) -> SourcePlace? {
    storage.withLock { storage in
      for order in (storage.first..<storage.last + 1).reversed() {
        guard let slot = storage.slot(order) else { continue }
        let entry = storage.entries[slot]
        if "\(entry.method)" == method { return entry.method.place(of: entry.response?.index) }
      }
      return nil
    }
  }

  /// The responses that no call got and that are not `optional`, by method.
  package func unusedResponses() -> [MockUnusedResponse] {
    storage.withLock { storage in
      let methods = storage.methods.filter { !$0.isReplaced }
      return methods.sorted { "\($0)".precedesInBytes("\($1)") }.flatMap { method in
        method.prepared.compactMap { response in
          guard response.uses == 0, response.response.optional != true else {
            return nil
          }
          return MockUnusedResponse(
            method: "\(method)", index: response.index, place: method.place(of: response.index),
            isUnconsumedStep: method.prepared[..<response.index].contains { $0.uses > 0 })
        }
      }
    }
  }

  /// Checks that every response that is not `optional` was used.
  ///
  /// - Throws: ``MockVerificationError`` that lists the unused ones with their places.
  public func verifyAllResponsesUsed() throws(MockVerificationError) {
    let unused = unusedResponses()
    guard !unused.isEmpty else { return }
    throw MockVerificationError(
      problem: unused.map(\.description).joined(separator: "\n"), calls: calls(),
      droppedCount: droppedCount)
  }
}
