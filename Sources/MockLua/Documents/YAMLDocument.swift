internal import MockConfiguration
internal import MockData

#if os(Linux) || os(macOS)
  internal import CYAMLReader

  /// Parses a YAML document to JSON values, according to the core schema of YAML 1.2.
  ///
  /// An alias repeats the value of its anchor. All values in the repeated value are counted again, so that a short
  /// document with nested aliases is refused. Merge keys (`<<`) are supported as in YAML 1.1, because API descriptions
  /// use them.
  struct YAMLDocument {
    private let reader: OpaquePointer
    private let file: String
    private var event = mocklua_YAMLEvent()
    private var anchors: [String: (value: DocumentValue, count: Int)] = [:]
    private var count = 0
    private let mayContinue: SourceDocument.Permission
    /// Whether the text contains marks instead of tabs.
    private let isMarked: Bool

    /// The maximum nesting depth of containers, as in JSON.
    private static let depthLimit = 512

    static func read(
      _ text: String, file: String, whileAllowed mayContinue: @escaping SourceDocument.Permission
    ) throws(MockConfigurationError) -> DocumentValue {
      guard mocklua_yaml_is_available() else { throw SourceDocument.withoutYAML(file) }
      do throws(MockConfigurationError) {
        return try parsed(text, file, isMarked: false, mayContinue)
      } catch {
        guard "\(error)".contains("found a tab character"), let marked = marked(text),
          let value = try? parsed(marked, file, isMarked: true, mayContinue)
        else { throw error }
        return value
      }
    }

    /// The character that replaces a tab at the start of a block, because libyaml refuses the tab.
    ///
    /// YAML 1.2.2, 8.1.1.1, allows it: only spaces are the block's indentation.
    private static let tabMark = "\u{F8FE}"

    /// Returns the text with marks instead of these tabs, or nil if the text already contains a mark.
    private static func marked(_ text: String) -> String? {
      let tab = /([|>][+\-]?[ ]*(?:#[^\n]*)?\r?\n(?:[ ]*\r?\n)*[ ]+)\t/.matchingSemantics(
        .unicodeScalar)
      return text.contains(tabMark) ? nil : text.replacing(tab) { "\($0.output.1)\(tabMark)" }
    }

    private static func parsed(
      _ text: String, _ file: String, isMarked: Bool,
      _ mayContinue: @escaping SourceDocument.Permission
    ) throws(MockConfigurationError) -> DocumentValue {
      let bytes = Array(text.utf8)
      let result = bytes.withUnsafeBufferPointer { bytes in
        Result { () throws(MockConfigurationError) in
          guard let reader = mocklua_yaml_open(bytes.baseAddress, bytes.count) else {
            throw MockConfigurationError(
              problem: .other("the document takes too much memory"), at: ScriptLocation(file: file))
          }
          defer { mocklua_yaml_close(reader) }
          var document = YAMLDocument(reader, file, isMarked: isMarked, mayContinue)
          return try document.read()
        }
      }
      return try result.get()
    }

    private init(
      _ reader: OpaquePointer, _ file: String, isMarked: Bool,
      _ mayContinue: @escaping SourceDocument.Permission
    ) {
      (self.reader, self.file, self.mayContinue) = (reader, file, mayContinue)
      self.isMarked = isMarked
    }

    private mutating func read() throws(MockConfigurationError) -> DocumentValue {
      try next()
      guard event.kind != MOCKLUA_YAML_END else {
        throw error("the text is empty; write a value such as `{}`")
      }
      let value = try value(depth: 0)
      try next()
      guard event.kind == MOCKLUA_YAML_END else {
        throw error("a second document begins here; keep only one document")
      }
      return value
    }

    private mutating func next() throws(MockConfigurationError) {
      mocklua_yaml_next(reader, &event)
      guard event.kind != MOCKLUA_YAML_ERROR else {
        let text = event.text.map { String(cString: $0) } ?? "no YAML"
        throw error("the YAML is invalid: \(text)")
      }
      // Outside of a block, a tab at the start of a line isn't part of the text.
      guard !isMarked || event.is_block || !markedText.contains(Self.tabMark) else {
        throw error("a tab starts a line that isn't in a block")
      }
    }

    private func error(_ text: String) -> MockConfigurationError {
      MockConfigurationError(problem: .other(text), at: place)
    }

    private var line: Int { Int(event.line) }

    private var place: ScriptLocation {
      ScriptLocation(file: file, line: line, column: Int(event.column))
    }

    private var text: String {
      isMarked ? markedText.replacing(Self.tabMark, with: "\t") : markedText
    }

    private var markedText: String {
      let bytes = UnsafeRawBufferPointer(start: event.text, count: event.length)
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the value that starts with the current event.
    private mutating func value(depth: Int) throws(MockConfigurationError) -> DocumentValue {
      guard depth < Self.depthLimit else {
        throw error("the document is nested more than \(Self.depthLimit) levels deep")
      }
      let anchor = event.anchor.map { String(cString: $0) }
      let start = count
      try add(1)
      let value: DocumentValue
      switch event.kind {
      case MOCKLUA_YAML_ALIAS: return try alias()
      case MOCKLUA_YAML_SCALAR:
        let isPlain = event.is_plain && !event.is_text
        value = DocumentValue(
          content: .scalar(scalar()), line: line, plainText: isPlain ? text : nil)
      case MOCKLUA_YAML_SEQUENCE: value = try list(depth: depth)
      case MOCKLUA_YAML_MAPPING: value = try object(depth: depth)
      default: throw error("expected a value")
      }
      if let anchor { anchors[anchor] = (value, count - start) }
      return value
    }

    private mutating func add(_ values: Int) throws(MockConfigurationError) {
      count += values
      let length = event.kind == MOCKLUA_YAML_SCALAR ? event.length : 0
      guard count <= DocumentValue.limit, mayContinue(values, values * DocumentValue.size + length)
      else { throw SourceDocument.tooLarge(at: place) }
    }

    private mutating func alias() throws(MockConfigurationError) -> DocumentValue {
      let name = text
      guard let known = anchors[name] else {
        throw error(
          "the alias `*\(name.escaped)` has no anchor; write `&\(name.escaped)` before the value to repeat"
        )
      }
      try add(known.count)
      return known.value
    }

    private mutating func list(depth: Int) throws(MockConfigurationError) -> DocumentValue {
      let line = line
      var elements: [DocumentValue] = []
      while true {
        try next()
        if event.kind == MOCKLUA_YAML_CLOSE { break }
        elements.append(try value(depth: depth + 1))
      }
      return DocumentValue(content: .list(elements), line: line)
    }

    private mutating func object(depth: Int) throws(MockConfigurationError) -> DocumentValue {
      let line = line
      var members: [(key: String, value: DocumentValue)] = []
      var merged: [(key: String, value: DocumentValue)] = []
      var keys: Set<String> = []
      while true {
        try next()
        if event.kind == MOCKLUA_YAML_CLOSE { break }
        guard event.kind == MOCKLUA_YAML_SCALAR else {
          throw error("a key isn't a string; write a string as the key")
        }
        let (key, isPlain) = (text, event.is_plain)
        if isPlain, key == "<<" {
          try next()
          merged += try Self.members(of: value(depth: depth + 1), or: error("expected a mapping"))
          continue
        }
        guard keys.insert(key).inserted else {
          throw error("the key `\(key.escaped)` appears twice; remove one of them")
        }
        try next()
        members.append((key, try value(depth: depth + 1)))
      }
      members += merged.filter { keys.insert($0.key).inserted }
      return DocumentValue(content: .object(members), line: line)
    }

    /// Returns the members for a merge key: the members of a mapping, or of each mapping in a list.
    private static func members(
      of value: DocumentValue, or error: MockConfigurationError
    ) throws(MockConfigurationError) -> [(key: String, value: DocumentValue)] {
      switch value.content {
      case .object(let members): return members
      case .list(let values):
        var members: [(key: String, value: DocumentValue)] = []
        for value in values { members += try Self.members(of: value, or: error) }
        return members
      case .scalar: throw error
      }
    }

    // MARK: - Scalars

    private func scalar() -> AnyCodableValue {
      let text = text
      guard event.is_plain, !event.is_text else { return .string(text) }
      switch text {
      case "", "~", "null", "Null", "NULL": return .null
      case "true", "True", "TRUE": return .bool(true)
      case "false", "False", "FALSE": return .bool(false)
      default: return Self.number(text) ?? .string(text)
      }
    }

    /// Digits that start with a zero, such as `01`, aren't a number, because they are usually a version or a code.
    private static func number(_ text: String) -> AnyCodableValue? {
      guard let first = text.utf8.first, "+-.0123456789".utf8.contains(first),
        text.utf8.contains(where: \.isASCIIDigit)
      else { return nil }
      for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
        return Int(text.dropFirst(2), radix: radix).map { .int($0) }
      }
      var plain = text.hasPrefix("+") ? String(text.dropFirst()) : text
      if plain.hasPrefix(".") { plain = "0" + plain }
      if plain.hasPrefix("-.") { plain = "-0" + plain.dropFirst() }
      if plain.hasSuffix(".") { plain += "0" }
      return try? JSONParser().parse(plain)
    }
  }
#endif
