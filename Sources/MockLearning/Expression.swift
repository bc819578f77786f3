internal import MockData
internal import MockRecording

/// The values that an expression in a learned function can read at one point of a recording.
struct LearningScene {
  var arguments: AnyCodableValue
  /// The row that the call concerns, if any.
  var row: [String: AnyCodableValue]?
  /// The rows of the collection, in order.
  var rows: [[String: AnyCodableValue]] = []
  /// The number of rows created so far.
  var generatedCount = 0
  var variables: [String: AnyCodableValue] = [:]
}

extension [LearningScene] {
  /// Whether an argument is the ID of a row, and all scenes concern the same row.
  var concernOneRow: Bool {
    let ids = argumentPaths.filter {
      $0.first == "path" || $0.first != "body" && ($0.last ?? "").isIDName
    }
    return !ids.isEmpty && Set(map { scene in ids.map { scene.arguments.member($0) } }).count == 1
  }

  /// The paths of the arguments, short ones first.
  ///
  /// A request's `headers`, `method`, and `url` are omitted.
  var argumentPaths: [[String]] {
    Set(flatMap { $0.arguments.leaves() })
      .filter { !["headers", "method", "url"].contains($0.first) }
      .sorted { ($0.count, $0.joined(separator: ".")) < ($1.count, $1.joined(separator: ".")) }
  }
}

/// An expression in a learned function.
indirect enum Expression: Hashable {
  case constant(AnyCodableValue)
  case argument([String])
  /// An argument, or a default if the argument is absent.
  case argumentOr([String], AnyCodableValue)
  /// The number that a string argument contains.
  case number([String])
  case numberOr([String], AnyCodableValue)
  case row
  case field(String)
  /// Some fields of the row.
  case pick([String])
  case rows(ListShape)
  case count
  case countOf(ListShape)
  /// The sum of a field over all rows, or of the product of two fields.
  case total([String])
  case variable(String)
  /// A prefix, followed by the number of the last created row plus an offset.
  case generated(prefix: String, offset: Int)
  /// The recorded value for each created row.
  ///
  /// When they are used up, a new value of the given kind is generated.
  case recorded([AnyCodableValue], Fresh)
  /// The recorded value for each value of an argument.
  ///
  /// For other values, a new value of the given kind is generated.
  case recordedBy([String], [AnyCodableValue: AnyCodableValue], Fresh)
  case negated(Expression)
  case sum(Expression, Expression)
  case difference(Expression, Expression)
  case joined([Expression])
  case table([String: Expression])

  /// The kind of value to generate when no recorded value is left.
  enum Fresh: Hashable {
    case uuid, date, clock, last
    /// The given number plus the number of created rows.
    case number(after: Int)
  }

  func value(in scene: LearningScene) -> AnyCodableValue? {
    switch self {
    case .constant(let value): return value
    case .argument(let path): return scene.arguments.member(path)
    case .argumentOr(let path, let other): return scene.arguments.member(path) ?? other
    case .number(let path): return Self.number(scene.arguments.member(path))
    case .numberOr(let path, let other):
      return scene.arguments.member(path) == nil ? other : Self.number(scene.arguments.member(path))
    case .row: return scene.row.map { .dictionary($0) }
    case .field(let name): return scene.row?[name]
    case .pick(let names):
      return scene.row.map { row in .dictionary(row.filter { names.contains($0.key) }) }
    case .rows(let shape): return shape.value(in: scene)
    case .count: return .int(scene.rows.count)
    case .countOf(let shape): return shape.value(in: scene)?.elements.map { .int($0.count) }
    case .total(let fields): return Self.total(of: fields, in: scene.rows)
    case .variable(let name): return scene.variables[name]
    case .generated(let prefix, let offset):
      return prefix.isEmpty
        ? .int(offset + scene.generatedCount) : .string("\(prefix)\(offset + scene.generatedCount)")
    case .recorded(let values, _):
      return values.indices.contains(scene.generatedCount - 1)
        ? values[scene.generatedCount - 1] : nil
    case .recordedBy(let path, let values, _):
      return scene.arguments.member(path).flatMap { values[$0] }
    case .negated(let inner):
      guard case .bool(let flag)? = inner.value(in: scene) else { return nil }
      return .bool(!flag)
    case .sum(let left, let right):
      return Self.sum(left.value(in: scene), right.value(in: scene), 1)
    case .difference(let left, let right):
      return Self.sum(left.value(in: scene), right.value(in: scene), -1)
    case .joined(let parts):
      let words = parts.map { $0.value(in: scene)?.word }
      return words.contains(nil) ? nil : .string(words.compactMap(\.self).joined())
    case .table(let fields):
      return .dictionary(fields.compactMapValues { $0.value(in: scene) })
    }
  }

  static func number(_ value: AnyCodableValue?) -> AnyCodableValue? {
    // In `01`, the zero isn't part of a number.
    guard case .string(let text)? = value, let number = Int(text), "\(number)" == text else {
      return nil
    }
    return .int(number)
  }

  private static func sum(
    _ left: AnyCodableValue?, _ right: AnyCodableValue?, _ sign: Int
  ) -> AnyCodableValue? {
    if let left = left?.integer, let right = right?.integer {
      let (sum, overflows) =
        sign > 0 ? left.addingReportingOverflow(right) : left.subtractingReportingOverflow(right)
      return overflows ? nil : .int(sum)
    }
    guard let left = left?.asDouble, let right = right?.asDouble else { return nil }
    return .double(left + Double(sign) * right)
  }

  private static func total(
    of fields: [String], in rows: [[String: AnyCodableValue]]
  ) -> AnyCodableValue? {
    var whole: AnyCodableValue? = .int(0)
    for row in rows {
      var product: AnyCodableValue? = .int(1)
      for field in fields {
        if let left = product?.integer, let right = row[field]?.integer {
          let (value, overflows) = left.multipliedReportingOverflow(by: right)
          product = overflows ? nil : .int(value)
        } else if let left = product?.asDouble, let right = row[field]?.asDouble {
          product = .double(left * right)
        } else {
          return nil
        }
      }
      whole = sum(whole, product, 1)
    }
    return whole
  }

  /// Whether only the server can determine the value, such as a random string or a time.
  var isOfItsOwn: Bool {
    switch self {
    case .recorded(_, let fresh), .recordedBy(_, _, let fresh): fresh != .last
    default: false
    }
  }

  /// The expression and all its subexpressions.
  private var all: [Expression] {
    switch self {
    case .negated(let inner): [self] + inner.all
    case .sum(let left, let right), .difference(let left, let right): [self] + left.all + right.all
    case .joined(let parts): [self] + parts.flatMap(\.all)
    case .table(let fields): [self] + fields.values.flatMap(\.all)
    default: [self]
    }
  }

  var constant: AnyCodableValue? { if case .constant(let value) = self { value } else { nil } }

  var variables: Set<String> {
    Set(all.compactMap { if case .variable(let name) = $0 { name } else { nil } })
  }

  /// Whether the expression reads rows or variables in addition to arguments.
  var readsState: Bool {
    all.contains {
      switch $0 {
      case .constant, .argument, .argumentOr, .number, .numberOr: false
      case .negated, .sum, .difference, .joined, .table: false
      default: true
      }
    }
  }

  var usesRow: Bool {
    all.contains {
      switch $0 {
      case .row, .field, .pick: true
      default: false
      }
    }
  }

  /// Whether the expression makes a row with the same ID for different arguments.
  var hasConstantID: Bool {
    all.contains {
      if case .table(let fields) = $0 { fields["id"]?.constant?.word != nil } else { false }
    }
  }

  /// Whether the expression reads the number of created rows.
  var usesCounter: Bool {
    all.contains {
      switch $0 {
      case .generated, .recorded, .recordedBy(_, _, .number): true
      default: false
      }
    }
  }

  /// Returns the sum of the expression and a number, as a person would write it.
  func adding(_ number: Int) -> Expression {
    number > 0
      ? .sum(self, .constant(.int(number))) : .difference(self, .constant(.int(-number)))
  }
}

extension Int {
  /// Returns the difference, or nil if it or its opposite doesn't fit into 64 bits.
  func difference(from other: Int) -> Int? {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows || difference == .min ? nil : difference
  }
}

extension String {
  /// Whether the string is a name for IDs, such as `id`, `taskID`, or `task_id`.
  var isIDName: Bool {
    let plain = lowercased()
    return plain == "id" || hasSuffix("ID") || hasSuffix("Id") || plain.hasSuffix("_id")
  }
}
