package import MockConfiguration
internal import MockData
package import MockLua

extension ConfigurationImport {
  /// Returns the response of a route with its status and its headers, or nil for an error or a function.
  package mutating func routed(_ response: MockResponse, _ route: String) -> [LuaPiece]? {
    switch response.result {
    case .error, .callback, .passthrough: return nil
    case .success:
      guard var answer = try? RoutedValue(response.value) else { return nil }
      let body = body(of: &answer, route)
      return LuaText.answer(
        status: answer.status, body, answer.dataOfHeaders.mapValues(LuaText.piece),
        fault: answer.fault)
        + Self.close(answer)
    case .stream:
      let values = (response.values ?? []).compactMap { try? RoutedValue($0) }
      guard values.count == response.values?.count, let first = values.first,
        let last = values.last
      else { return nil }
      let sent = last.content == .nothing && last.close != nil ? values.dropLast() : values[...]
      let contents = sent.compactMap { value -> AnyCodableValue? in
        switch value.content {
        case .event(let data), .chunk(let data): data
        case .body(let data) where SocketEvent.split(route) != nil: data
        default: nil
        }
      }
      guard contents.count == sent.count else { return nil }
      var pieces = [LuaText.call("stream", LuaText.piece(.array(contents)))]
      if let status = first.status { pieces.append(LuaPiece(" :status(\(status))")) }
      let headers = first.dataOfHeaders.mapValues(LuaText.piece)
      if !headers.isEmpty { pieces.append(LuaText.call(" :headers", LuaText.table(headers))) }
      if let error = response.error { pieces.append(LuaText.fails(error)) }
      return pieces + Self.close(last)
    }
  }

  private static func close(_ answer: RoutedValue) -> [LuaPiece] {
    guard let close = answer.close else { return [] }
    let reason = close.reason.isEmpty ? "" : ", \(LuaText.string(close.reason))"
    return [LuaPiece(" :close(\(close.code)\(reason))")]
  }

  /// Returns the body as an argument.
  ///
  /// Bytes are written to a file. If possible, the file's extension indicates their type.
  private mutating func body(of answer: inout RoutedValue, _ route: String) -> LuaPiece? {
    switch answer.content {
    case .nothing, .event, .chunk, .piece: return nil
    case .body(let data): return fixture(of: data, route) ?? LuaText.piece(data)
    case .bytes(let base64):
      let type = answer.header("Content-Type").first
      let ending = ContentType(type)?.fileEnding ?? "bin"
      let path = fixtures.path(
        of: [UInt8](base64: Array(base64.utf8)) ?? [], route: route, ending: ending)
      if answer.headers["Content-Type"] == [MediaType.ofFile(path)] {
        answer.headers["Content-Type"] = nil
      }
      return LuaPiece("bytes \(LuaText.string(path))")
    }
  }
}
