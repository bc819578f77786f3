import CLibrary
import MockConfiguration
import MockData
import MockPlatform

/// The parts of scripts that a whole test suite has used, matched with the current versions of the scripts.
struct CoverageReport {
  /// The files, sorted by path.
  private(set) var files: [CoveredFile]

  /// Scripts are searched for in the root first, which is the project's folder, then where the tests read them.
  init(_ uses: [CoverageUnit.Identity: Int], root: String) {
    let homes = Self.homes(of: uses.keys.map(\.source))
    var groups: [Group: [(CoverageUnit.Identity, Int)]] = [:]
    for (unit, count) in uses {
      let source = homes[unit.source] ?? unit.source
      // Inline scripts with the same name are separate. Versions of a file belong together.
      let group = Group(file: source.file, hash: source.root == nil ? source.hash : nil)
      groups[group, default: []].append((unit, count))
    }
    let sorted = groups.sorted {
      ($0.key.file, $0.key.hash ?? "") < ($1.key.file, $1.key.hash ?? "")
    }
    files = sorted.map { group, units in
      let roots = Set(units.compactMap { (homes[$0.0.source] ?? $0.0.source).root }).sorted()
      return CoveredFile(
        group.file, units, folders: group.hash == nil ? [root] + roots : [])
    }
  }

  private struct Group: Hashable {
    var file: String
    var hash: String?
  }

  /// For each script without a path, finds the file with the same text and name.
  ///
  /// A script has no path if an app received it in a configuration.
  private static func homes(of sources: [CoverageSource]) -> [CoverageSource: CoverageSource] {
    let sources = Set(sources)
    let files = Dictionary(
      grouping: sources.filter { $0.root != nil }, by: { [$0.hash, FilePath.name(of: $0.file)] })
    var homes: [CoverageSource: CoverageSource] = [:]
    for source in sources where source.root == nil {
      homes[source] = files[[source.hash, FilePath.name(of: source.file)]]?.min {
        ($0.file, $0.root ?? "") < ($1.file, $1.root ?? "")
      }
    }
    return homes
  }

  /// The number of required items, and the number of them that were used.
  var count: CoverageCount { files.reduce(into: CoverageCount([])) { $0 += $1.count } }

  /// The number of required items of one kind, and the number of them that were used.
  subscript(part: CoveragePart) -> CoverageCount {
    files.reduce(into: CoverageCount([])) { $0 += $1[part] }
  }
}

extension CoveredFile {
  /// Merges the coverage of a file in all its versions.
  fileprivate init(
    _ file: String, _ units: [(unit: CoverageUnit.Identity, uses: Int)], folders: [String]
  ) {
    self.file = file
    state = folders.isEmpty ? .inline : .missing
    var hash: String?
    for folder in folders {
      let path = file.hasPrefix("/") || folder == "." ? file : "\(folder)/\(file)"
      guard let source = try? ScriptSource.read(path) else { continue }
      self.path = Folder.resolved(path)
      lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
      hash = CoverageSource.hash(of: source.text.utf8)
      state = units.contains { $0.unit.source.hash == hash } ? .current : .changed
      break
    }
    let index = hash.map { _ in LineIndex(lines) }
    var merged: [CoveredItem.Key: CoveredItem] = [:]
    var gone: [CoveredItem.Key: CoveredItem] = [:]
    func line(of unit: CoverageUnit.Identity) -> Int? {
      isOld(unit) ? index?.line(unit.text, near: unit.line) : unit.line
    }
    func isOld(_ unit: CoverageUnit.Identity) -> Bool { hash != nil && unit.source.hash != hash }
    for (unit, uses) in units where unit.kind != .field {
      let line = line(of: unit)
      let thing = CoveredItem(unit, line: line ?? unit.line, uses: uses)
      if line == nil {
        gone.add(thing)
      } else {
        merged.add(thing)
      }
    }
    // An older value may have had other fields on the following lines, so only the fields that were read count.
    let fields = units.filter { $0.unit.kind == .field }
    for (unit, uses) in fields.filter({ !isOld($0.unit) }) + fields.filter({ isOld($0.unit) }) {
      guard let line = line(of: unit) else { continue }
      let response = CoveredItem(unit, line: line, uses: 0)
      merged[response.key]?.note(unit.field, isRead: uses > 0, isOld: isOld(unit))
    }
    let present = merged.values.sorted(by: CoveredItem.isBefore)
    things = present.filter { $0.kind != .line }
    code = present.filter { $0.kind == .line }
    // If a function was removed, its response is listed instead.
    removed = gone.values.filter { $0.kind != .line }.sorted(by: CoveredItem.isBefore)
  }
}

extension [CoveredItem.Key: CoveredItem] {
  /// Adds an item, or adds its uses to an existing one.
  fileprivate mutating func add(_ thing: CoveredItem) {
    guard let known = self[thing.key] else {
      self[thing.key] = thing
      return
    }
    self[thing.key]?.uses = CoverageReader.sum(known.uses, thing.uses)
    self[thing.key]?.variants = known.variants.merging(
      thing.variants, uniquingKeysWith: CoverageReader.sum)
  }
}

/// Finds lines by their content.
private struct LineIndex {
  private var numbers: [String: [Int]] = [:]

  init(_ lines: [Substring]) {
    for (index, line) in lines.enumerated() {
      numbers[CoverageSource.hash(ofLine: line), default: []].append(index + 1)
    }
  }

  func line(_ hash: String, near line: Int) -> Int? {
    numbers[hash]?.min { abs($0 - line) < abs($1 - line) }
  }
}

extension CoverageReport {
  /// Coverage as data, in the format that the article on coverage describes.
  var members: [String: AnyCodableValue] {
    [
      "covered": count.value, "counts": Self.counts { self[$0] },
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

extension CoveredItem {
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
