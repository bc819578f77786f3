internal import MockData
internal import MockRecording

/// Finds an expression that produces the recorded values from the scenes in which they were recorded.
///
/// A value that can't be produced from a scene becomes a *hole*: a variable that isn't known yet. Another search then
/// finds the operations that set it.
struct Explanation {
  typealias Example = (scene: LearningScene, value: AnyCodableValue?)

  /// The value of each hole in each example, by the name of the hole; nil if holes aren't allowed.
  private(set) var holes: [String: [AnyCodableValue?]]?
  /// The prefix for the names of holes.
  let prefix: String
  /// The shapes of the lists next to the value.
  private var lists: [ListShape] = []

  init(prefix: String, takesHoles: Bool) {
    self.prefix = prefix
    holes = takesHoles ? [:] : nil
  }

  /// The value of an example is nil if the field is absent.
  ///
  /// The last name of the path is compared with the names of arguments and fields.
  mutating func expression(of examples: [Example], at path: [String]) -> Expression? {
    let values = examples.compactMap(\.value)
    guard !values.isEmpty else { return nil }
    if values.count == examples.count, let whole = whole(examples) { return whole }
    if values.count == examples.count, values.allSatisfy({ $0.members != nil }),
      let table = table(examples, at: path)
    {
      return table
    }
    for expression in candidates(examples, name: path.last ?? "")
    where examples.allSatisfy({ expression.value(in: $0.scene) == $0.value }) {
      return expression
    }
    guard holes != nil, values.allSatisfy({ $0.members == nil && $0.elements == nil }),
      !LearnedOperation.versionHeaders.contains((path.last ?? "").lowercased())
    else { return nil }
    let name = "\(prefix)/\(path.joined(separator: "/"))"
    holes?[name] = examples.map(\.value)
    return .variable(name)
  }

  /// Returns an expression for the row, for part of it, or for the list of rows.
  private func whole(_ examples: [Example]) -> Expression? {
    let pairs = examples.compactMap { example in
      example.value.map { (scene: example.scene, value: $0) }
    }
    if pairs.allSatisfy({ $0.scene.row != nil && Expression.row.value(in: $0.scene) == $0.value }) {
      return .row
    }
    if let keys = pairs[0].value.members?.keys, keys.contains("id"),
      pairs.allSatisfy({ Expression.pick(keys.map { $0 }).value(in: $0.scene) == $0.value })
    {
      return .pick(keys.sorted())
    }
    guard pairs.allSatisfy({ $0.value.elements != nil }),
      pairs.contains(where: { !$0.scene.rows.isEmpty })
    else { return nil }
    return ListShape.shape(pairs).map { .rows($0) }
  }

  private mutating func table(_ examples: [Example], at path: [String]) -> Expression? {
    let names = Set(examples.flatMap { $0.value?.members?.keys.map { $0 } ?? [] })
    guard !names.isEmpty, path.count < 8 else { return nil }
    let before = holes
    var fields: [String: Expression] = [:]
    // Lists come first, because counts refer to them.
    let isList = { (name: String) in examples.contains { $0.value?.members?[name]?.elements != nil }
    }
    let outer = lists
    lists = []
    defer { lists = outer }
    for name in names.sorted().filter(isList) + names.sorted().filter({ !isList($0) }) {
      let inner = examples.map { (scene: $0.scene, value: $0.value?.members?[name]) }
      guard let field = expression(of: inner, at: path + [name]) else {
        holes = before
        return nil
      }
      fields[name] = field
      if case .rows(let shape) = field { lists.append(shape) }
    }
    let constants = fields.compactMapValues(\.constant)
    return constants.count == fields.count ? .constant(.dictionary(constants)) : .table(fields)
  }

  /// Returns the possible expressions, most natural first.
  private func candidates(_ examples: [Example], name: String) -> [Expression] {
    let values = examples.map(\.value)
    let first = values[0]
    let isConstant = values.allSatisfy { $0 == first } && first != nil
    let scenes = examples.map(\.scene)
    let leaves = scenes.argumentPaths.filter { !$0.isEmpty }
    let named = leaves.filter { Self.isSame($0.last ?? "", name) }
    let fields = Set(scenes.flatMap { $0.row?.keys.map { $0 } ?? [] }).sorted()
    var all: [Expression] = Self.arguments(named)
    if fields.contains(name) { all.append(.field(name)) }
    all += named.flatMap { path in Self.defaults(path, examples) }
    // Even if there was only one row, its ID isn't a constant.
    if fields.contains("id") { all.append(.field("id")) }
    let isNumber = ["total", "count", "size", "length", "n", "remaining", "number"].contains {
      name.lowercased().hasSuffix($0)
    }
    let numbers = values.allSatisfy { $0?.asDouble != nil }
    if isNumber, numbers { all += counts(scenes) }
    // A header such as `X-Total-Count` is text.
    let texts = values.allSatisfy { Expression.number($0) != nil }
    if isNumber, texts { all += counts(scenes).map { .joined([$0]) } }
    // A string that contains the row's ID or an argument of the path, with other text around it, refers to that value.
    all += joined(examples, leaves.filter { $0.first == "path" } + named, fields: ["id"])
    if isConstant, let first, values.count > 1 || !Self.isSpecific(first) {
      all.append(.constant(first))
    }
    all += Self.arguments(leaves)
    all += fields.map { .field($0) }
    // If there is only one string, a value that occurs in it may be a coincidence.
    if isConstant, let first, values.count == 1 { all.append(.constant(first)) }
    all += joined(examples, leaves, fields: fields)
    if numbers {
      all += counts(scenes)
      all += totals(scenes)
    }
    if isConstant, let first { all.append(.constant(first)) }
    return all
  }

  private static func arguments(_ paths: [[String]]) -> [Expression] {
    paths.flatMap { (path: [String]) -> [Expression] in [.argument(path), .number(path)] }
  }

  /// Returns sums over the rows: of each numeric field, and of each product of two numeric fields.
  private func totals(_ scenes: [LearningScene]) -> [Expression] {
    let fields = Set(scenes.flatMap { $0.rows.flatMap(\.keys) }).sorted()
    let numeric: [String] = fields.filter { field in
      field != "id" && scenes.allSatisfy { $0.rows.allSatisfy { $0[field]?.asDouble != nil } }
    }
    var all: [Expression] = []
    for (number, left) in numeric.enumerated() {
      all.append(.total([left]))
      for right in numeric.dropFirst(number + 1) { all.append(.total([left, right])) }
    }
    return all
  }

  /// Returns the number of rows, in a list next to the value or in the whole collection.
  private func counts(_ scenes: [LearningScene]) -> [Expression] {
    guard scenes.contains(where: { !$0.rows.isEmpty }) else { return [] }
    let parts = lists.flatMap { shape in
      var whole = shape
      (whole.slice, whole.fields) = (nil, nil)
      return [whole, shape]
    }
    return parts.filter { !$0.filters.isEmpty }.map { .countOf($0) } + [.count]
      + parts.filter { $0.filters.isEmpty && $0.slice != nil }.map { .countOf($0) }
  }

  /// Whether the value is so specific that its repetition isn't a coincidence.
  static func isSpecific(_ value: AnyCodableValue) -> Bool {
    switch value {
    case .string(let text): text.count > 2
    case .int(let number): !(0...2).contains(number)
    case .double: true
    default: false
    }
  }

  static func isSame(_ left: String, _ right: String) -> Bool {
    func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
    return plain(left) == plain(right)
  }

  /// Returns an argument that may be absent, with the default that the responses use in that case.
  private static func defaults(_ path: [String], _ examples: [Example]) -> [Expression] {
    let absent = examples.filter { $0.scene.arguments.member(path) == nil }.compactMap(\.value)
    guard let first = absent.first, absent.allSatisfy({ $0 == first }),
      absent.count < examples.count
    else { return [] }
    return [.argumentOr(path, first), .numberOr(path, first)]
  }

  /// Returns a string that contains another one, such as `no item 7`.
  private func joined(
    _ examples: [Example], _ leaves: [[String]], fields: [String]
  ) -> [Expression] {
    guard case .string(let text)? = examples[0].value else { return [] }
    let scene = examples[0].scene
    let sources = leaves.map { Expression.argument($0) } + fields.map { .field($0) }
    return sources.compactMap { source in
      guard let word = source.value(in: scene)?.word, !word.isEmpty, word != text,
        let range = text.firstRange(of: word)
      else { return nil }
      // A match within a word or a number would be a coincidence.
      let (before, after) = (text[..<range.lowerBound], text[range.upperBound...])
      let neighbors = [before.last, after.first].compactMap(\.self)
      guard word.count > 5 || !neighbors.contains(where: { $0.isLetter || $0.isNumber }) else {
        return nil
      }
      var parts: [Expression] = []
      if !before.isEmpty { parts.append(.constant(.string(String(before)))) }
      parts.append(source)
      if !after.isEmpty { parts.append(.constant(.string(String(after)))) }
      return .joined(parts)
    }
  }
}
