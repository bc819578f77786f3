internal import MockData

/// The text before the cursor, parsed to find out which names can follow.
struct CompletionRequest {
  enum Subject: Equatable {
    /// The members of the value at a path.
    ///
    /// If the path is empty, these are all names that can start an expression. After a colon, only functions are
    /// possible.
    case members(of: [String], isMethod: Bool)
    /// The words that can follow a response or a service, as in `reply(1) :after`.
    case builders
    /// Names in quotation marks, as in `service "Login`, `:bind "status`, and `calls "Login.signIn`.
    case services, sharedKeys, methods
    /// No completions are known.
    case nothing
  }

  private(set) var subject: Subject
  /// The part of the name typed so far.
  let prefix: String
  /// The offset of the first character of the name, in UTF-8 bytes.
  let start: Int
  /// Whether the name is in quotation marks.
  let isString: Bool

  init(_ text: String) {
    let bytes = Array(text.utf8)
    let quote = Self.openQuote(in: bytes)
    isString = quote != nil
    if let quote {
      start = quote + 1
      prefix = String(decoding: bytes[start...], as: UTF8.self)
      subject = Self.subject(ofStringAfter: bytes[..<quote])
      return
    }
    var position = bytes.endIndex
    while position > 0, bytes[position - 1].isASCIIWord { position -= 1 }
    start = position
    prefix = String(decoding: bytes[position...], as: UTF8.self)
    subject = prefix.first?.isNumber == true ? .nothing : Self.subject(before: bytes[..<position])
  }

  // MARK: - Strings

  /// Returns the index of the opening quotation mark if the text ends inside a string.
  private static func openQuote(in bytes: [UInt8]) -> Int? {
    var quote: Int?
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { position += 1 }
        if byte == bytes[open] { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = position
      } else if bytes[position...].starts(with: "--".utf8) {
        return nil
      }
      position += 1
    }
    return quote
  }

  private static func subject(ofStringAfter bytes: ArraySlice<UInt8>) -> Subject {
    let code = bytes.reversed().drop { $0 == 32 || $0 == UInt8(ascii: "(") }
    let word = String(decoding: code.prefix { $0.isASCIIWord }.reversed(), as: UTF8.self)
    switch word {
    case "service", "override": return .services
    case "bind": return .sharedKeys
    case "calls": return .methods
    default: return .nothing
    }
  }

  // MARK: - Names

  private static func subject(before bytes: ArraySlice<UInt8>) -> Subject {
    var rest = trimmed(bytes)
    guard let last = rest.last, last == UInt8(ascii: ".") || last == UInt8(ascii: ":") else {
      return .members(of: [], isMethod: false)
    }
    // After `..`, which concatenates strings, a new name starts.
    if rest.dropLast().last == last { return .members(of: [], isMethod: false) }
    let isMethod = last == UInt8(ascii: ":")
    var path: [String] = []
    while let separator = rest.last, path.isEmpty || separator == UInt8(ascii: "."),
      rest.dropLast().last != separator
    {
      rest = trimmed(rest.dropLast())
      let name = rest.reversed().prefix { $0.isASCIIWord }
      guard !name.isEmpty else { return isMethod && path.isEmpty ? .builders : .nothing }
      path.insert(String(decoding: name.reversed(), as: UTF8.self), at: 0)
      rest = trimmed(rest.dropLast(name.count))
    }
    return .members(of: path, isMethod: isMethod)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.dropLast(bytes.reversed().prefix { $0 == 32 || $0 == 9 }.count)
  }
}
