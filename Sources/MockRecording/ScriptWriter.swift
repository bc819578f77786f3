package import MockConfiguration
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
    for declaration in script.helpers + script.collections {
      beginDeclaration()
      text += declaration.text + "\n"
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
    let sockets = Dictionary(grouping: service.methods) { SocketEvent.split($0.name)?.socket }
    let entries = service.methods.compactMap { method -> LuaPiece.Entry? in
      guard let (socket, event) = SocketEvent.split(method.name),
        let events = sockets[socket], let piece = Self.piece(ofSocket: events)
      else { return entry(of: method, LuaText.key(method.name)) }
      // The events of a socket are written together, at the position of its `open` event, which every socket has.
      return event == .open ? LuaPiece.Entry(key: LuaText.key(socket), piece) : nil
    }
    return LuaPiece(service.opening, LuaPiece(" "), LuaPiece(lines: entries))
  }

  private static func entry(of method: ImportedMethod, _ key: String) -> LuaPiece.Entry {
    var entry = behavior(of: method)
    entry.comments = method.comments.flatMap(\.commentLines) + entry.comments
    entry.key = key
    return entry
  }

  /// Returns `socket { ... }`, or nil if that form can't represent the events.
  ///
  /// The form always contains `open`, and a separate sequence of messages for each socket.
  private static func piece(ofSocket events: [ImportedMethod]) -> LuaPiece? {
    let methods = Dictionary(
      uniqueKeysWithValues: events.compactMap { method in
        SocketEvent.split(method.name).map { ($0.event, method) }
      })
    guard methods[.open] != nil else { return nil }
    var entries = [SocketEvent.connect, .open].compactMap { event -> LuaPiece.Entry? in
      guard let method = methods[event] else { return nil }
      let entry = entry(of: method, event.rawValue)
      return event == .open && entry.value.text == "reply()" ? nil : entry
    }
    if var messages = methods[.message] {
      guard messages.sequenceKey != nil || !messages.hasSequence else { return nil }
      if messages.sequenceKey == "socket" { messages.sequenceKey = nil }
      var lines = Self.entries(of: messages)
      if !lines.isEmpty {
        lines[0].comments = messages.comments.flatMap(\.commentLines) + lines[0].comments
      }
      entries += lines
    }
    if let close = methods[.close] { entries.append(entry(of: close, SocketEvent.close.rawValue)) }
    return LuaPiece(LuaPiece("socket "), LuaPiece(table: entries))
  }

  /// If the method has only one response, the comments on the response are included.
  private static func behavior(of method: ImportedMethod) -> LuaPiece.Entry {
    let entries = Self.entries(of: method)
    let isList = entries.count > 1 || method.sequenceKey != nil || method.exhausted != nil
    guard !isList, let only = entries.first else { return LuaPiece.Entry(LuaPiece(table: entries)) }
    return only
  }

  private static func entries(of method: ImportedMethod) -> [LuaPiece.Entry] {
    var entries: [LuaPiece.Entry] = []
    if let key = method.sequenceKey {
      entries.append(LuaPiece.Entry(key: "by", LuaPiece(LuaText.string(key))))
    }
    for item in method.items { entries += Self.entries(of: item) }
    if let exhausted = method.exhausted {
      entries.append(LuaPiece.Entry(key: "exhausted", LuaPiece(LuaText.string(exhausted))))
    }
    return entries
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

extension ImportedMethod {
  /// Whether equal calls can get different responses.
  fileprivate var hasSequence: Bool {
    items.contains { $0.answers.count > 1 || $0.answers.contains { $0.count > 1 } }
      || items.count { $0.pattern == nil } > 1
  }
}

extension String {
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
  /// Returns the access to a member, such as `.name` or `["x-name"]`.
  package static func member(_ name: String) -> String {
    let key = key(name)
    return key.hasPrefix("[") ? key : ".\(key)"
  }

  /// Returns `http "https://api.example.com"`, or `http` for any host.
  ///
  /// `words` are modifiers of the declaration, such as `:passthrough()`.
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

  /// Returns the response of a route with its status and its headers, without other builders.
  ///
  /// Nil for an error, a function, or a stream of bytes. `body` returns the body of a response that isn't a stream as
  /// an argument.
  package static func routed(
    _ response: MockResponse, _ route: String, body: (inout RoutedValue) -> LuaPiece?
  ) -> [LuaPiece]? {
    switch response.result {
    case .error, .callback, .passthrough: return nil
    case .success:
      guard var answer = try? RoutedValue(response.value) else { return nil }
      let body = body(&answer)
      let headers = answer.dataOfHeaders.mapValues(piece)
      return Self.answer(status: answer.status, body, headers, fault: answer.fault) + close(answer)
    case .stream:
      let values = (response.values ?? []).compactMap { try? RoutedValue($0) }
      guard values.count == response.values?.count, let first = values.first,
        let last = values.last
      else { return nil }
      var sent = last.content == .nothing && last.close != nil ? values.dropLast() : values[...]
      // An empty chunk only sends the status and headers.
      if first.content == .chunk("") { sent.removeFirst() }
      let contents = sent.compactMap { value -> AnyCodableValue? in
        switch value.content {
        case .event(let data), .chunk(let data): data
        case .body(let data) where SocketEvent.split(route) != nil: data
        default: nil
        }
      }
      guard contents.count == sent.count else { return nil }
      var pieces = [call("stream", piece(.array(contents)))]
      if let status = first.status { pieces.append(LuaPiece(" :status(\(status))")) }
      let headers = first.dataOfHeaders.mapValues(piece)
      if !headers.isEmpty { pieces.append(call(" :headers", table(headers))) }
      if let error = response.error { pieces.append(fails(error)) }
      return pieces + close(last)
    }
  }

  private static func close(_ answer: RoutedValue) -> [LuaPiece] {
    guard let close = answer.close else { return [] }
    let reason = close.reason.isEmpty ? "" : ", \(string(close.reason))"
    return [LuaPiece(" :close(\(close.code)\(reason))")]
  }
}
