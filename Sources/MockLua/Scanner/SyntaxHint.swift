internal import LuaRuntime
internal import MockCalls
internal import MockData

/// Hints for syntax of other languages, with the Lua equivalent.
enum SyntaxHint {
  private static let habits: [(text: String, hint: String)] = [
    ("===", "write `==` for `===`"),
    ("=>", "write `function(x) ... end` for `x => ...`"),
    ("?.", "write `x and x.y` for `x?.y`"),
    ("!=", "write `~=` for `!=`"),
    ("&&", "write `and` for `&&`"),
    ("||", "write `or` for `||`"),
    ("??", "write `or` for `??`"),
    ("+=", "write `x = x + y` for `x += y`"),
    ("-=", "write `x = x - y` for `x -= y`"),
    ("++", "write `x = x + 1` for `x++`"),
    ("/*", "write `--[[ ... ]]` for a comment of several lines"),
    ("//", "write `--` for a comment"),
    ("!", "write `not x` for `!x`"),
    ("?", "write `c and a or b` for `c ? a : b`"),
  ]

  private static let keywords = [
    "let": "write `local` for `let`",
    "var": "write `local` for `var`",
    "const": "write `local` for `const`",
    "func": "write `local function` for `func`",
    "elif": "write `elseif` for `elif`",
    "guard": "write `if not c then ... end` for `guard c else`",
    "import": "write `require \"name\"` for `import`",
    "throw": "write `return fail(\"code\")`, or `error(fail(\"code\"))`, for `throw`",
    "try": "remove `try`; errors propagate automatically",
    "await": "remove `await`; calls wait automatically",
    "async": "remove `async`; calls wait automatically",
    "new": "remove `new`",
  ]

  private static let lineLengthLimit = 1000

  private static func line(_ number: Int, of source: String) -> Substring {
    guard number > 0 else { return "" }
    let lines = source.split(
      separator: "\n", maxSplits: number, omittingEmptySubsequences: false)
    return lines.indices.contains(number - 1) ? lines[number - 1].prefix(lineLengthLimit) : ""
  }

  static func find(for error: LuaError.Syntax, in source: String) -> String? {
    func line(_ number: Int) -> Substring { Self.line(number, of: source) }
    if error.message.hasPrefix("attempt to load a binary chunk") {
      return "scripts can't contain bytecode; write Lua source"
    }
    if error.message.hasPrefix("invalid escape sequence") {
      if error.message.hasSuffix("\\('") {
        return "write `\"text \" .. value` for `\"text \\(value)\"`"
      }
      return "write a pattern in long brackets, such as `[[\\d]]`"
    }
    if error.message.hasPrefix("attempt to assign to const") { return "write `local` without it" }
    if error.message.hasPrefix("malformed number"), error.message.contains("..") {
      return "write `for i = 1, 5 do` for a range"
    }
    if error.message.firstMatch(of: /^malformed number near '(\d+)[msh]/) != nil {
      return "write a number of milliseconds, as in `:after(250)`"
    }
    if error.message.hasPrefix("unfinished string") { return "close the string with its quote" }
    let number = error.place.line ?? 1
    if error.message.firstMatch(of: /near '<\\\d+>'$/) != nil,
      let hint = unusualCharacter(in: withoutStrings(line(number)))
    {
      return hint
    }
    if error.message.hasPrefix("'end' expected"), source.contains(/\belse[ \t]+if\b/) {
      return "write `elseif` for `else if`, or another `end`"
    }
    if let hint = misplacedBuilder(error, in: line(number)) ?? otherForm(error, in: line(number)) {
      return hint
    }
    if error.message.hasPrefix("function arguments expected") {
      return "a call takes parentheses, a string, or a table, as in `:after(250)`"
    }
    if error.message == "unexpected symbol near '{'" {
      return "a block ends with a word: `if c then ... end`, `function() ... end`"
    }
    if error.message == "'then' expected near '='" { return "write `==` to compare" }
    return habit(in: line(number)) ?? reservedKey(in: line(number))
      ?? habit(in: line(number - 1)) ?? missingComma(error, in: withoutStrings(line(number)))
  }

  /// Returns a hint for a character that Lua doesn't accept outside of strings, such as a curly quote.
  private static func unusualCharacter(in code: String) -> String? {
    guard let character = code.first(where: { !$0.isASCII }) else { return nil }
    if "\u{201C}\u{201D}\u{201E}\u{2018}\u{2019}".contains(character) {
      return "write straight quotes, as in `\"text\"`"
    }
    if character.isWhitespace { return "replace the no-break space with a space" }
    guard let name = code.firstMatch(of: /\w*[^\x00-\x7F]\w*/), character.isLetter else {
      return nil
    }
    return "Lua's names have only ASCII letters; write `[\"\(name.0)\"]` for a key"
  }

  /// Returns a hint for a builder that doesn't follow a response, as in `function() ... end :after(100)`.
  private static func misplacedBuilder(_ error: LuaError.Syntax, in line: Substring) -> String? {
    guard error.message.hasSuffix("near ':'"),
      let word = line.firstMatch(
        of: /(?:\bend|[}\]"'])\s*:\s*(after|gate|set|times|chance|every|optional)\b/)
    else { return nil }
    return "a builder follows a response: write `reply(...) :\(word.1)`; "
      + "in a list, put it on each response"
  }

  /// Returns a hint for `{ id: 1 }`, `[1, 2]`, `reply 1`, `service A {`, and similar syntax of other languages.
  private static func otherForm(_ error: LuaError.Syntax, in line: Substring) -> String? {
    let code = withoutStrings(line)
    let message = error.message
    if message.hasPrefix("<name> expected near")
      || message.hasPrefix("function arguments expected"),
      code.contains(/(^|[{,])\s*\w+\s*:(\s|\d|[{\[\-]|$)/)
    {
      return "write `key = value` for `key: value`"
    }
    if message.hasPrefix("')' expected near '='"), code.contains(/\w\s*\(\s*\w+\s*=/) {
      return "write a table for named values, as in `{ name = value }`"
    }
    if message.hasPrefix("'(' expected near"), let method = code.firstMatch(of: /function\s+(\w+)/)
    {
      return "write `\(method.1) = function() ... end` in a table"
    }
    if message == "unexpected symbol near '`'" {
      return "write `\"text\"`, or `[[text]]` for several lines"
    }
    if message.hasPrefix("unexpected symbol near '.'"), code.contains(/[(,=]\s*\.[A-Za-z]/) {
      return "write a case as a string, as in `reply \"open\"` for `reply(.open)`"
    }
    if message == "unexpected symbol near ':'", code.contains(/\blocal\s+\w+\s*:/) {
      return "remove the type, because Lua's variables don't have one"
    }
    if message == "syntax error near ','" { return "remove the comma after the statement" }
    let isList =
      message.hasPrefix("unexpected symbol near '['") || message.hasPrefix("']' expected near ','")
      || message.hasPrefix("unexpected symbol near ']'")
    if isList, code.contains("[") { return "write `{ 1, 2 }` for the list `[1, 2]`" }
    if message == "syntax error near '='", let word = code.firstMatch(of: assignedWord) {
      return "remove the `=`: `\(word.1)\(word.1 == "shared" ? "" : " \"Name\"") { ... }`"
    }
    let bare = line.firstMatch(
      of: /\b(reply|status|fault|fail|stream|when|bytes|is\.\w+)\s+([\w.]+)/)
    if let bare, message.hasSuffix("near '\(bare.2)'") {
      if ["fault", "fail", "bytes"].contains(bare.1), bare.2.first?.isLetter == true {
        return "write `\(bare.1) \"\(bare.2)\"`: a string needs quotes"
      }
      return "write `\(bare.1)(\(bare.2))`: a call takes parentheses, a string, or a table"
    }
    let named = code.firstMatch(
      of: /\b(service|scenario|require|fixture|override)\s+([A-Za-z_]\w*)/)
    if let named, message.hasSuffix("near '\(named.2)'") {
      return "write `\(named.1) \"\(named.2)\"`: a name needs quotes"
    }
    return nil
  }

  private static var assignedWord: Regex<(Substring, Substring)> {
    /^\s*(service|shared|override)\b[^={(]*=/
  }

  /// Returns a hint if Lua parsed `key: reply(...)` as a method call.
  static func ofColon(at number: Int, of source: String) -> String? {
    let code = withoutStrings(line(number, of: source))
    guard let match = code.firstMatch(of: /(\w+)\s*:\s*(reply|fail|stream|when)\b/) else {
      return nil
    }
    return "write `\(match.1) = \(match.2)...` for `\(match.1): \(match.2)...`"
  }

  /// Returns a hint for an undeclared name that is probably an argument, as in `when(text == "x", ...)`.
  ///
  /// `number` is the line, starting at 1. Returns nil if the name isn't used in a condition.
  static func ofUndeclared(_ name: some StringProtocol, at number: Int, of source: String)
    -> String?
  {
    let line = line(number, of: source)
    guard let start = line.firstRange(of: /\bwhen\s*\(\s*(?:\{\s*)?/)?.upperBound else {
      return nil
    }
    let condition = line[start...]
    let comparison = condition.prefixMatch(
      of: /(?:not\s+)?(?:\w+\.)*(\w+)\s*(==|~=|!=|<=|>=|<|>)\s*("[^"]*"|'[^']*'|-?[\w.]+)/)
    guard let comparison else {
      guard condition.hasPrefix(name) else { return nil }
      return "a pattern is a table of arguments: write `when({ name = value }, ...)`"
    }
    let (field, value) = (comparison.1, comparison.3)
    let pattern =
      switch comparison.2 {
      case "==": "\(value)"
      case "<": "is.lt(\(value))"
      case "<=": "is.le(\(value))"
      case ">": "is.gt(\(value))"
      case ">=": "is.ge(\(value))"
      default: "is.ne(\(value))"
      }
    return "a pattern is a table of arguments: write `when({ \(field) = \(pattern) }, ...)`"
  }

  private static func habit(in line: Substring) -> String? {
    let code = withoutStrings(line)
    let words = code.split(separator: " ").map(String.init)
    if code.contains(/\bfunc\s*\(/) { return "write `function` for `func`" }
    for (word, next) in zip(words, words.dropFirst()) where next.first?.isLetter ?? false {
      if let hint = keywords[word] { return hint }
    }
    return habits.first { code.contains($0.text) }?.hint
  }

  /// Returns a hint for a keyword that is used as a key, as in `end = reply()`.
  private static func reservedKey(in line: Substring) -> String? {
    let code = withoutStrings(line)
    if let word = reservedIndex(in: code) {
      let matchers = ["not": "anything_but", "in": "one_of", "and": "all_of", "or": "any_of"]
      if let matcher = matchers[word], code.contains("is.\(word)") {
        return "write `is.\(matcher)` for `is.\(word)`"
      }
      return "`\(word)` is a Lua keyword; replace `.\(word)` with `[\"\(word)\"]`"
    }
    let words = code.split(separator: "=").dropLast()
    for part in words {
      guard let word = part.split(whereSeparator: { !$0.isLetter }).last else { continue }
      if String.luaWords.contains(String(word)), part.hasSuffix(word) || part.hasSuffix("\(word) ")
      {
        if part.contains("local ") { return "`\(word)` is a Lua keyword; choose another name" }
        return "`\(word)` is a Lua keyword; write `[\"\(word)\"] = ...`"
      }
    }
    return nil
  }

  /// Returns a keyword that is used as an index, as in `args.in`.
  private static func reservedIndex(in code: String) -> String? {
    var rest = code[...]
    while let dot = rest.firstIndex(of: ".") {
      let isConcatenation = dot > code.startIndex && code[code.index(before: dot)] == "."
      rest = rest[code.index(after: dot)...]
      let word = String(rest.prefix { $0.isLetter })
      if !isConcatenation, String.luaWords.contains(word) { return word }
    }
    return nil
  }

  private static func missingComma(_ error: LuaError.Syntax, in code: String) -> String? {
    guard error.message.hasPrefix("'}' expected"), !error.isIncomplete else { return nil }
    let near = error.message.split(separator: " near ", maxSplits: 1).last ?? "this"
    switch near {
    case "')'", "']'": return "remove \(near), or open it"
    case "':'": return "write `key = value` for `key: value`"
    case "'in'": return "write `function(args, call) ... end` for a closure"
    case "'='" where code.contains(/[)}]\s*\[\s*\]\s*=/):
      return "a comma may be missing before `[`"
    case "'='": return "write `[\"key\"] = value` for a key that isn't a name"
    case "'then'", "'do'", "'end'": return nil
    default: return "a comma may be missing before \(near)"
    }
  }

  /// Returns the line without strings and comments.
  private static func withoutStrings(_ line: Substring) -> String {
    var code = ""
    var quote: Character?
    var isEscaped = false
    for character in line {
      if let open = quote {
        if character == open && !isEscaped { quote = nil }
        isEscaped = character == "\\" && !isEscaped
        continue
      }
      if character == "\"" || character == "'" {
        quote = character
        continue
      }
      code.append(character)
      if code.hasSuffix("--") { return String(code.dropLast(2)) }
    }
    return code
  }
}

/// Hints for runtime errors that Lua reports.
enum RuntimeHint {
  /// Returns Lua's message with the names of the language's objects instead of Lua's types.
  ///
  /// If there is a hint, it is added.
  static func hinted(_ message: String) -> String {
    if let text = ofObject(message) { return text }
    // This is the message for `"a" + 1`, after Lua has tried to convert the operands to numbers.
    if message.hasPrefix("attempt to add a '"), message.contains("'string'") {
      return "\(message); write `..` to join strings, or `tonumber(text)` for a number"
    }
    if message.hasSuffix("(for iterator 'for iterator')") {
      return "\(message); write `for _, value in ipairs(list) do`"
    }
    if ["compare number with string", "compare string with number"].contains(
      where: message.hasSuffix)
    {
      return "\(message); write `tonumber(text)` for a number"
    }
    if let word = message.firstMatch(
      of: /^attempt to (?:index|perform arithmetic on) a function value \(global '(\w+)'\)$/)
    {
      return "\(message); `\(word.1)` is a function: write `\(word.1)(...)`, or `\(word.1) { ... }`"
    }
    if message == "attempt to index a function value" {
      return "\(message); put it into `reply`, as in `reply(function(args) ... end) :after(100)`"
    }
    let call = "attempt to call a nil value (method '"
    guard message.hasPrefix(call), message.hasSuffix("')") else { return message }
    let name = String(message.dropFirst(call.count).dropLast(2))
    let method = listMethods.first { $0.names.contains(name) }
    return method.map { "\(message); tables have no such method; write `\($0.form)`" } ?? message
  }

  /// The methods that lists have in other languages, with what Lua has instead.
  private static let listMethods: [(names: Set<String>, form: String)] = [
    (["insert", "append", "push", "add"], "table.insert(list, value)"),
    (["remove", "pop"], "table.remove(list, index)"),
    (["concat", "join"], "table.concat(list, \", \")"),
    (["count", "size", "length", "len"], "#list"),
    (["sort"], "table.sort(list)"),
    (["unpack"], "table.unpack(list)"),
  ]

  /// The language's objects, by the type names in Lua's messages, each with a hint.
  private static let objects = [
    ("the shared state", "read and set a key of it, as in `state.key`"),
    ("the services", "call a method, as in `services.Name.method { name = value }`"),
    ("the table of matchers", "write one of its matchers, such as `is.gt(3)`"),
    ("the table of JSON functions", "write `json.encode(value)` or `json.decode(text)`"),
    ("the clock", "write `clock()` for milliseconds, or `clock.date()` for a string"),
    ("a service error", "read its `code`, `message`, and `details`"),
    ("a service", "give it methods with `service \"Name\" { method = reply(...) }`"),
    (
      "a response", "a response can't be used in expressions; compute the value inside `reply(...)`"
    ),
    ("a rule", "put it into the list of a method, after a comma"),
    ("a matcher", "write it in `when`, as in `when({ amount = is.gt(3) }, ...)`"),
    ("a collection", "write one of its methods, such as `rows:all()`"),
    ("userdata", "`null` can't be used in calculations; compare the value with `null` first"),
  ]

  /// Rewords messages such as `attempt to call a the shared state value (global 'state')`.
  ///
  /// Returns nil if the message doesn't concern an object.
  private static func ofObject(_ message: String) -> String? {
    guard message.hasPrefix("attempt to ") else { return nil }
    for (name, suggestion) in objects {
      let shown = name == "userdata" ? "null" : name
      for (text, article) in [
        ("a \(name) value", shown), ("two \(name) values", "\(shown) and another one"),
      ]
      where message.contains(text) {
        return "\(message.replacing(text, with: article)); \(suggestion)"
      }
      // The message names two types, as in `attempt to compare number with a response`.
      if message.hasPrefix("attempt to compare "), message.contains(" with "),
        message.hasSuffix(" with \(name)") || message.hasPrefix("attempt to compare \(name) with ")
      {
        return "\(message.replacing("userdata", with: "null")); \(suggestion)"
      }
    }
    return nil
  }
}
