internal import MockConfiguration
package import MockData

extension MockExplanation {
  /// The explanation as data, in the format of `mocklua explain --format json`.
  package var members: [String: AnyCodableValue] {
    var members: [String: AnyCodableValue] = [
      "call": .string(name), "args": arguments, "count": .int(count),
      "exhaustBehavior": .string(exhaustBehavior.rawValue),
      "candidates": .array(candidates.map(\.value)), "state": .dictionary(sharedState),
      "answer": answering.flatMap { $0.next?.value } ?? .null,
    ]
    members["sequenceKey"] = keyPath.map { .string($0) }
    members["key"] = key
    members["note"] = note.map { .string($0) }
    return members
  }
}

extension MockExplanation.Candidate {
  /// The candidate as data.
  fileprivate var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "index": .int(index), "fields": .array(fields.map(\.value)), "accepts": .bool(accepts),
      "step": .int(step), "responses": .int(responseCount), "next": next?.value ?? .null,
    ]
    members["place"] = place.map { .string($0.description) }
    members["match"] = match
    if !chances.isEmpty { members["chances"] = .array(chances.map(\.value)) }
    return .dictionary(members)
  }
}

extension MockExplanation.Field {
  /// The field as data.
  fileprivate var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "field": .string(path), "expected": expected, "accepts": .bool(accepts),
    ]
    members["actual"] = actual
    return .dictionary(members)
  }
}

extension MockExplanation.Response {
  /// The response as data.
  fileprivate var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "index": .int(index), "response": response.encodedValue,
    ]
    members["place"] = place.map { .string($0.description) }
    return .dictionary(members)
  }
}
