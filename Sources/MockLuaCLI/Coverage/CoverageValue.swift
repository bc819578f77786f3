import MockConfiguration
import MockData

extension CoverageReport {
  /// The version of the format of ``value``.
  static let version = 1

  /// Coverage as data, in the format that the article on coverage describes.
  var value: AnyCodableValue {
    [
      "version": .int(Self.version), "covered": count.value,
      "counts": Self.counts { self[$0] },
      "files": .array(files.map(\.value)),
    ]
  }

  fileprivate static func counts(_ count: (CoveragePart) -> CoverageCount) -> AnyCodableValue {
    .dictionary(
      Dictionary(
        uniqueKeysWithValues: CoveragePart.allCases.map { ($0.rawValue, count($0).value) }))
  }
}

extension CoverageCount {
  fileprivate var value: AnyCodableValue {
    ["used": .int(used), "all": .int(all), "percent": .double(Double(permille) / 10)]
  }
}

extension CoveredFile {
  fileprivate var value: AnyCodableValue {
    [
      "file": .string(file), "state": .string(state.rawValue), "covered": count.value,
      "counts": CoverageReport.counts { self[$0] }, "things": .array(things.map(\.value)),
      "removed": .array(removed.map(\.value)),
      "lines": .array(code.map { ["line": .int($0.line), "uses": .int($0.uses)] }),
    ]
  }
}

extension CoveredThing {
  fileprivate var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "kind": .string(kind.rawValue), "line": .int(line), "name": .string(name),
      "uses": .int(uses),
    ]
    guard kind == .response else { return .dictionary(members) }
    members["service"] = .string(service)
    members["step"] = .int(step)
    members["optional"] = .bool(isOptional)
    members["computed"] = .bool(isComputed)
    members["route"] = .bool(isRoute)
    members["fields"] = .array(
      knownFields.map { ["path": .string($0.path.description), "read": .bool($0.isRead)] })
    members["rule"] = rule.map { ["line": .int($0.line), "step": .int($0.step)] }
    return .dictionary(members)
  }
}
