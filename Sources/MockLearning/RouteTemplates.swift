internal import MockConfiguration
internal import MockData
internal import MockRecording

/// Finds the templates of recorded routes: `GET /items/7` and `GET /items/8` become `GET /items/{id}`.
struct RouteTemplates {
  /// The IDs in the responses of each service.
  private var ids: [String: Set<String>] = [:]

  init(_ entries: [Recording.Entry]) {
    for entry in entries where HTTPHost.isName(entry.service) {
      note(entry.response.value, of: entry.service, 0)
    }
  }

  private mutating func note(_ value: AnyCodableValue?, of service: String, _ depth: Int) {
    guard depth < 8 else { return }
    switch value {
    case .dictionary(let members)?:
      if let id = members["id"]?.word { ids[service, default: []].insert(id) }
      for member in members.values { note(member, of: service, depth + 1) }
    case .array(let elements)?: for element in elements { note(element, of: service, depth + 1) }
    default: break
    }
  }

  /// Returns a call with the template of its route, and with the values of the template's path parameters.
  func withTemplate(_ entry: Recording.Entry) -> Recording.Entry {
    let parts = entry.method.split(separator: " ", maxSplits: 1).map(String.init)
    guard HTTPHost.isName(entry.service), parts.count == 2, parts[1].hasPrefix("/"),
      !parts[1].contains(" "), case .dictionary(var members) = entry.arguments
    else { return entry }
    var values = members["path"]?.members ?? [:]
    var segments = parts[1].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for number in segments.indices.dropFirst(2) where isID(segments[number], of: entry.service) {
      let isLast = !segments.indices.dropFirst(number + 1).contains {
        isID(segments[$0], of: entry.service)
      }
      let name = isLast ? "id" : "\(Self.singular(segments[number - 1]))_id"
      guard values[name] == nil else { continue }
      values[name] = .string(segments[number])
      segments[number] = "{\(name)}"
    }
    members["path"] = .dictionary(values)
    var entry = entry
    entry.method = "\(parts[0]) \(segments.joined(separator: "/"))"
    entry.arguments = .dictionary(members)
    return entry
  }

  private func isID(_ segment: String, of service: String) -> Bool {
    guard !segment.isEmpty, !segment.hasPrefix("{") else { return false }
    if ids[service]?.contains(segment) == true { return true }
    if segment.utf8.allSatisfy(\.isASCIIDigit) { return true }
    return segment.count == 36 && segment.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12]
  }

  static func singular(_ name: String) -> String {
    let plain = String(name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    if plain.hasSuffix("ies") { return plain.dropLast(3) + "y" }
    return plain.hasSuffix("s") && !plain.hasSuffix("ss") ? String(plain.dropLast()) : plain
  }
}
