internal import MockConfiguration
internal import MockData
package import MockLua

/// Writes a script as a person would, with blank lines between declarations and short tables on one line.
package struct ScriptWriter {
  private var text = ""

  /// Returns the text of a script, which ends with a newline.
  package static func text(of script: ImportedScript) -> String {
    if let source = script.source { return source }
    var writer = ScriptWriter()
    writer.write(script)
    return ScriptFormat.text(ofValid: writer.text)
  }

  private mutating func write(_ script: ImportedScript) {
    writeComments(script.comments)
    if !script.shared.isEmpty {
      beginDeclaration()
      text += LuaText.call("shared", LuaText.piece(.dictionary(script.shared))).text + "\n"
    }
    for helper in script.helpers {
      beginDeclaration()
      text += helper.text + "\n"
    }
    for collection in script.collections {
      beginDeclaration()
      text += collection.text + "\n"
    }
    for service in script.services {
      beginDeclaration()
      writeComments(service.comments)
      text += Self.piece(of: service).text + "\n"
    }
  }

  private mutating func beginDeclaration() { if !text.isEmpty { text += "\n" } }

  private mutating func writeComments(_ lines: [String]) {
    for line in lines.flatMap(\.commentLines) {
      text += (line.isEmpty ? "--" : "-- \(line)") + "\n"
    }
  }

  private static func piece(of service: ImportedService) -> LuaPiece {
    guard !service.methods.isEmpty else { return service.opening }
    let entries = service.methods.map { method in
      var entry = behavior(of: method)
      entry.comments = method.comments.flatMap(\.commentLines) + entry.comments
      entry.key = LuaText.key(method.name)
      return entry
    }
    return LuaPiece(service.opening, LuaPiece(" "), LuaPiece(lines: entries))
  }

  /// Returns the behavior of a method.
  ///
  /// If the method has only one response, the comments on the response are included.
  private static func behavior(of method: ImportedMethod) -> LuaPiece.Entry {
    var entries: [LuaPiece.Entry] = []
    if let key = method.sequenceKey {
      entries.append(LuaPiece.Entry(key: "by", LuaPiece(LuaText.string(key))))
    }
    for item in method.items { entries += Self.entries(of: item) }
    if let exhausted = method.exhausted {
      entries.append(LuaPiece.Entry(key: "exhausted", LuaPiece(LuaText.string(exhausted))))
    }
    let isList = entries.count > 1 || method.sequenceKey != nil || method.exhausted != nil
    guard !isList, let only = entries.first else { return LuaPiece.Entry(LuaPiece(table: entries)) }
    return only
  }

  /// Returns one entry for a rule, or an entry for each response to any call.
  private static func entries(of item: ImportedItem) -> [LuaPiece.Entry] {
    let answers = item.answers.map { answer in
      LuaPiece.Entry(comments: answer.comments.flatMap(\.commentLines), repeated(answer))
    }
    guard let pattern = item.pattern else {
      guard let first = answers.first else { return [] }
      let commented = LuaPiece.Entry(
        comments: item.comments.flatMap(\.commentLines) + first.comments, first.value)
      return [commented] + answers.dropFirst()
    }
    // The comments on a rule's only response become comments on the rule.
    let only = answers.count == 1 ? answers[0] : nil
    let behavior = only?.value ?? LuaPiece(table: answers)
    return [
      LuaPiece.Entry(
        comments: item.comments.flatMap(\.commentLines) + (only?.comments ?? []),
        LuaPiece(LuaPiece("when("), pattern, LuaPiece(", "), behavior, LuaPiece(")")))
    ]
  }

  private static func repeated(_ answer: ImportedResponse) -> LuaPiece {
    answer.count == 1
      ? answer.piece : LuaPiece(answer.piece, LuaPiece(" :times(\(answer.count))"))
  }
}

extension String {
  /// The text as comment lines.
  ///
  /// Line breaks and invisible characters are escaped.
  fileprivate var commentLines: [String] {
    var lines = [""]
    for word in escaped(limit: 2000).split(separator: " ") {
      let line = lines[lines.count - 1]
      if !line.isEmpty, line.count + word.count > 94 {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] += line.isEmpty ? word : " " + word
      }
    }
    return lines
  }
}

extension LuaText {
  /// Returns a host declaration: `http "https://api.example.com"`, or `http` for any host.
  ///
  /// - Parameters:
  ///   - service: The name of the service, such as `//*.example.com`.
  ///   - words: Modifiers of the declaration, such as `:passthrough()`.
  /// - Returns: The part before the table of routes.
  package static func http(_ service: String, words: [String] = []) -> LuaPiece {
    // A modifier can only follow a handle. `http` without a host isn't a handle.
    if service == "//*", words.isEmpty { return LuaPiece("http") }
    let name = service.hasPrefix("//") ? String(service.dropFirst(2)) : service
    return LuaPiece((["http \(string(name))"] + words).joined(separator: " "))
  }

  /// Returns a route's response with its headers: `reply` with the body, or `status` if a status is given.
  package static func answer(
    status: Int?, _ body: LuaPiece?, _ headers: [String: LuaPiece], fault: RouteFault? = nil
  ) -> [LuaPiece] {
    var pieces: [LuaPiece]
    switch (status, body) {
    case (_, let body) where fault != nil:
      let name = string(fault?.rawValue ?? "")
      pieces =
        body.map { [LuaPiece("fault(\(name), "), $0, LuaPiece(")")] } ?? [LuaPiece("fault \(name)")]
      if let status { pieces.append(LuaPiece(" :status(\(status))")) }
    case (nil, nil): pieces = [LuaPiece("reply()")]
    case (nil, let body?): pieces = [call("reply", body)]
    case (let status?, nil): pieces = [LuaPiece("status(\(status))")]
    case (let status?, let body?): pieces = [LuaPiece("status(\(status), "), body, LuaPiece(")")]
    }
    if !headers.isEmpty { pieces.append(call(" :headers", table(headers))) }
    return pieces
  }
}
