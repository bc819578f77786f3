internal import MockData

/// Assigns a different element to each pattern.
///
/// This is a matching in a bipartite graph, found by augmenting paths.
struct ElementPairing {
  private let patterns: [MatchPattern.Node]
  private let elements: [AnyCodableValue]
  private let predicate: MatchPattern.Predicate
  /// The pattern that each element is assigned to, by the element's index.
  private var owners: [Int?]
  /// Whether a pattern accepts an element, by their indices; nil if that hasn't been checked yet.
  private var known: [[Bool?]]

  init(
    _ patterns: [MatchPattern.Node], _ elements: [AnyCodableValue],
    _ predicate: @escaping MatchPattern.Predicate
  ) {
    (self.patterns, self.elements, self.predicate) = (patterns, elements, predicate)
    owners = elements.map { _ in nil }
    known = []
  }

  /// Returns whether every pattern can get its own element.
  mutating func isComplete() throws -> Bool {
    guard patterns.count <= elements.count else { return false }
    let cost = patterns.reduce(0) { $0 + $1.cost }
    try MatchPattern.spend(elements.count * cost)
    known = patterns.map { _ in elements.map { _ in nil } }
    for pattern in patterns.indices {
      var seen: Set<Int> = []
      guard try finds(pattern, &seen) else { return false }
    }
    return true
  }

  /// Assigns an element to a pattern.
  ///
  /// If necessary, it assigns other elements to other patterns.
  private mutating func finds(_ pattern: Int, _ seen: inout Set<Int>) throws -> Bool {
    for element in elements.indices where try accepts(pattern, element) {
      guard seen.insert(element).inserted else { continue }
      if let owner = owners[element], try !finds(owner, &seen) { continue }
      owners[element] = pattern
      return true
    }
    return false
  }

  private mutating func accepts(_ pattern: Int, _ element: Int) throws -> Bool {
    if let known = known[pattern][element] { return known }
    let accepts = try patterns[pattern].accepts(elements[element], predicate: predicate)
    known[pattern][element] = accepts
    return accepts
  }
}
