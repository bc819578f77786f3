package import MockCalls
package import MockData

extension SessionFrame {
  package init(
    _ json: UnsafeBufferPointer<UInt8>, from sender: Sender
  ) throws(FrameProblem) {
    let index: JSONIndex
    do throws(JSONReader.Failure) {
      index = try JSONIndex(message: json)
    } catch {
      throw .notJSON(error.text)
    }
    var members: [(name: String, value: AnyCodableValue)] = []
    var kinds: [AnyCodableValue] = []
    for case (let key?, let value) in index.children(of: JSONIndex.root) {
      let name = index.string(at: key)
      if name == "kind" {
        kinds.append(index.value(at: value))
      } else {
        members.append((name, index.value(at: value)))
      }
    }
    guard case .string(let name)? = kinds.last else { throw .noKind }
    guard let kind = Kind(rawValue: name) else {
      throw .unknownKind(name, known: Kind.allCases.map(\.rawValue))
    }
    guard kind.sender == sender || kind.sender == .both else { throw .wrongSender(name) }
    var fields = FieldReader(members: members)
    self.init(kind, from: &fields)
    if fields.found < members.count || kinds.count > 1 {
      let known = kind.fields
      if let unknown = members.first(where: { !known.contains($0.name) }) {
        throw .unknownField(unknown.name, kind: name, known: known)
      }
      throw .givenTwice(kinds.count > 1 ? "kind" : fields.repeated ?? "", kind: name)
    }
    if let (field, expected) = fields.unfit {
      throw .wrongValue(field, kind: name, expected: expected)
    }
    if let field = fields.missing { throw .missingField(field, kind: name) }
  }
}

extension SessionFrame.Kind {
  /// The names of the fields that a frame of this kind can have in addition to `kind`.
  fileprivate var fields: [String] {
    var names = FieldNames()
    _ = SessionFrame(self, from: &names)
    return names.names
  }

  private struct FieldNames: FrameFields {
    var names: [String] = []

    mutating func required<Value>(_ name: String, _ value: inout Value) { names.append(name) }
    mutating func optional<Value>(_ name: String, _ value: inout Value?) { names.append(name) }
  }
}

/// Sets fields from the members of an object.
private struct FieldReader: FrameFields {
  let members: [(name: String, value: AnyCodableValue)]
  var found = 0
  /// The first missing field.
  var missing: String?
  /// The first field whose value has the wrong type, and the expected type.
  var unfit: (name: String, expected: String)?

  /// The first duplicate name.
  var repeated: String? {
    members.indices.first { index in
      members[..<index].contains { $0.name == members[index].name }
    }.map { members[$0].name }
  }

  mutating func required<Value: FrameValue>(_ name: String, _ value: inout Value) {
    var stated: Value?
    optional(name, &stated)
    if let stated { value = stated } else { missing = missing ?? name }
  }

  mutating func optional<Value: FrameValue>(_ name: String, _ value: inout Value?) {
    guard let member = members.first(where: { $0.name == name }) else { return }
    found += 1
    value = Value.read(member.value)
    if value == nil { unfit = unfit ?? (name, Value.sort) }
  }
}

extension SessionFrame {
  /// Encodes the frame for a connection: its length in four bytes, followed by JSON with the fields that are set.
  ///
  /// - Throws: ``MockJSONWriteError`` for a NaN or an infinity, which JSON can't represent.
  package func encoded() throws(MockJSONWriteError) -> [UInt8] {
    var fields = FieldWriter(members: [("kind", .string(kind.rawValue))])
    var payload = payload
    payload.visit(&fields)
    let json = try JSONWriter(style: .compact).utf8(from: .ordered(fields.members))
    return (0..<4).map { UInt8(truncatingIfNeeded: json.count >> (24 - 8 * $0)) } + json
  }

  /// Encodes a frame whose numbers can all be represented in JSON.
  package func plainlyEncoded() -> [UInt8] {
    do {
      return try encoded()
    } catch {
      fatalError(
        "a frame of the kind `\(kind.rawValue)` contains a number that JSON cannot represent: \(error)"
      )
    }
  }

  /// Encodes the frame for a connection.
  ///
  /// `what` describes the content in messages. `place` is nil if the content doesn't come from a script.
  ///
  /// - Throws: ``MockServiceError`` with the code `unsendable` if JSON can't represent a number, or if the frame is too
  ///   large.
  package func encoded(
    for what: String, at place: ScriptLocation? = nil
  ) throws(MockServiceError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(MockJSONWriteError) {
      bytes = try encoded()
    } catch {
      throw MockServiceError(problem: .unsendable, "\(what.escaped): \(error)", at: place)
    }
    guard !FrameBuffer.isTooLarge(bytes) else {
      let limit = FrameBuffer.largestFrame >> 20
      throw MockServiceError(
        problem: .unsendable,
        "\(what.escaped): the frame has \(bytes.count) bytes, but a frame can have at most \(limit) MiB;"
          + " send less data",
        at: place)
    }
    return bytes
  }
}

/// Collects the fields that are set.
private struct FieldWriter: FrameFields {
  var members: [(key: String, value: AnyCodableValue)]

  mutating func required<Value: FrameValue>(_ name: String, _ value: inout Value) {
    members.append((name, value.json))
  }

  mutating func optional<Value: FrameValue>(_ name: String, _ value: inout Value?) {
    if let value { members.append((name, value.json)) }
  }
}
