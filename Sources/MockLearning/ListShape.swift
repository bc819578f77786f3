internal import MockData
internal import MockRecording

/// The rows of the collection that a response contains, with their order.
struct ListShape: Hashable {
  /// A field that must match an argument, if the argument is present.
  struct Filter: Hashable {
    enum Kind: Hashable { case text, number, flag, same, contains }
    var field: String
    var path: [String]
    var kind: Kind
  }

  /// The part of the list that is returned.
  ///
  /// Pages are counted from 1, and offsets from 0.
  struct Slice: Hashable {
    enum Start: Hashable {
      case page([String])
      case offset([String])
      case none
    }
    static let unlimited = 1 << 30

    var start: Start
    var limit: [String]?
    var defaultLimit: Int
  }

  var filters: [Filter] = []
  var isReversed = false
  var slice: Slice?
  /// The fields in each element of the list; nil for all.
  var fields: [String]?

  func value(in scene: LearningScene) -> AnyCodableValue? {
    var rows = scene.rows.filter { row in filters.allSatisfy { $0.accepts(row, scene) } }
    if isReversed { rows.reverse() }
    if let slice {
      guard let range = slice.range(scene, of: rows.count) else { return nil }
      rows = Array(rows[range])
    }
    return .array(
      rows.map { row in
        .dictionary(fields.map { names in row.filter { names.contains($0.key) } } ?? row)
      })
  }
}

extension ListShape.Filter {
  func accepts(_ row: [String: AnyCodableValue], _ scene: LearningScene) -> Bool {
    guard let wanted = scene.arguments.member(path) else { return true }
    switch (kind, wanted, row[field]) {
    case (.text, let wanted, let own), (.same, let wanted, let own): return wanted == own
    case (.number, .string, .int(let own)?): return Expression.number(wanted) == .int(own)
    case (.flag, .string(let text), .bool(let own)?): return text == "\(own)"
    case (.contains, .string(let text), .string(let own)?):
      return own.lowercased().contains(text.lowercased())
    default: return false
    }
  }
}

extension ListShape.Slice {
  func range(_ scene: LearningScene, of count: Int) -> Range<Int>? {
    func number(_ path: [String]?) -> Int? {
      guard let path, let value = scene.arguments.member(path) else { return nil }
      return value.integer ?? Expression.number(value)?.integer
    }
    let limit = number(self.limit) ?? defaultLimit
    let first =
      switch start {
      case .page(let path):
        ((number(path) ?? 1) - 1).multipliedReportingOverflow(by: limit).partialValue
      case .offset(let path): number(path) ?? 0
      case .none: 0
      }
    guard limit >= 0, first >= 0 else { return nil }
    let from = min(first, count)
    return from..<min(count, from.addingReportingOverflow(limit).partialValue)
  }
}

extension ListShape {
  /// Returns the shape that produces each list from its scene, if any.
  static func shape(_ examples: [(scene: LearningScene, value: AnyCodableValue)]) -> ListShape? {
    for shape in candidates(examples)
    where examples.allSatisfy({ shape.value(in: $0.scene) == $0.value }) {
      return shape
    }
    return nil
  }

  private static func candidates(
    _ examples: [(scene: LearningScene, value: AnyCodableValue)]
  ) -> [ListShape] {
    var shapes: [ListShape] = []
    let scenes: [LearningScene] = examples.map(\.scene)
    let leaves = scenes.argumentPaths.sorted { $0.lexicographicallyPrecedes($1) }
    let names: [String] = Set(scenes.flatMap { $0.rows.flatMap(\.keys) }).sorted()
    let filters = filters(leaves, names, scenes)
    // If an argument could filter the list, prefer the filter, even if the list contains all rows.
    shapes += filters.map { ListShape(filters: [$0]) } + [ListShape()]
    for (number, first) in filters.prefix(12).enumerated() {
      for second in filters.prefix(12).dropFirst(number + 1) where second.path != first.path {
        shapes.append(ListShape(filters: [first, second]))
      }
    }
    shapes += shapes.map { $0.with(\.isReversed, true) }
    let slices = slices(leaves, examples)
    shapes += shapes.flatMap { shape in slices.map { shape.with(\.slice, $0) } }
    // The fields in the lists, if the rows have more.
    let elements: [AnyCodableValue] = examples.flatMap { $0.value.elements ?? [] }
    let listed: Set<String> = Set(elements.flatMap { $0.members.map { Array($0.keys) } ?? [] })
    if !listed.isEmpty, listed.isStrictSubset(of: names) {
      shapes += shapes.map { $0.with(\.fields, listed.sorted()) }
    }
    return shapes
  }

  private func with<Value>(_ property: WritableKeyPath<ListShape, Value>, _ value: Value) -> Self {
    var copy = self
    copy[keyPath: property] = value
    return copy
  }

  /// Returns the filters of one field by one argument.
  ///
  /// An argument for searching can filter any field. Other arguments can only filter a field with the same name.
  private static func filters(
    _ leaves: [[String]], _ names: [String], _ scenes: [LearningScene]
  ) -> [Filter] {
    let searches: Set<String> = ["q", "query", "search", "term", "text", "filter", "containing"]
    var filters: [Filter] = []
    for path in leaves {
      guard let last = path.last?.lowercased(),
        scenes.contains(where: { $0.arguments.member(path) != nil })
      else { continue }
      let isSearch = searches.contains(last)
      let kinds: [Filter.Kind] = isSearch ? [.contains] : [.text, .number, .flag]
      for name in names where isSearch || name.lowercased() == last {
        for kind in kinds { filters.append(Filter(field: name, path: path, kind: kind)) }
      }
    }
    return filters
  }

  private static func slices(
    _ leaves: [[String]], _ examples: [(scene: LearningScene, value: AnyCodableValue)]
  ) -> [Slice] {
    func path(_ names: [String]) -> [String]? {
      leaves.first { path in
        names.contains((path.last ?? "").lowercased().filter { $0 != "_" && $0 != "-" })
      }
    }
    let limit = path(["limit", "perpage", "size", "pagesize", "count", "per"])
    // Without a limit, a response has all rows, or at most as many as the longest response.
    let free = examples.filter { example in
      limit.map { example.scene.arguments.member($0) == nil } ?? true
    }
    let most = max(1, free.compactMap { $0.value.elements?.count }.max() ?? 1)
    var starts: [Slice.Start] = []
    if let page = path(["page", "pagenumber", "p"]) { starts.append(.page(page)) }
    if let offset = path(["offset", "skip", "start", "from"]) { starts.append(.offset(offset)) }
    // If pages have no limit, their length is unknown unless one of them is full.
    let defaults = limit == nil ? [most] : [Slice.unlimited, most]
    var slices = starts.flatMap { start in
      defaults.map { Slice(start: start, limit: limit, defaultLimit: $0) }
    }
    if let limit {
      slices.append(Slice(start: .none, limit: limit, defaultLimit: Slice.unlimited))
    }
    return slices
  }
}
