internal import MockData

extension SessionFrame {
  /// Reads a frame from its JSON.
  ///
  /// - Throws: ``FrameProblem`` for what the protocol does not have.
  package init(
    _ json: UnsafeBufferPointer<UInt8>, from sender: Sender
  ) throws(FrameProblem) {
    self.init(.seen)
    var names = Names()
    do {
      try readMembers(of: json, &names)
    } catch let problem as FrameProblem {
      throw problem
    } catch let failure as JSONReader.Failure {
      throw .notJSON(failure.text)
    } catch {
      throw .notJSON("\(error)")
    }
    guard let name = names.kind else { throw .noKind }
    guard let kind = Kind(rawValue: name) else {
      throw .unknownKind(name, known: Kind.allCases.map(\.rawValue))
    }
    self.kind = kind
    try check(names, sender)
  }

  /// What was read that is checked once the kind is known.
  private struct Names {
    var kind: String?
    /// The first field that no kind has.
    var unknown: String?
    /// The first field that stands there twice.
    var repeated: String?
    /// The first field whose value is of another sort, and which one is expected.
    var unfit: (name: String, expected: String)?
  }

  private func check(_ names: Names, _ sender: Sender) throws(FrameProblem) {
    let name = kind.rawValue
    guard kind.sender == sender || kind.sender == .both else { throw .wrongSender(name) }
    let allowed = kind.required.union(kind.optional)
    if let field = names.unknown ?? fields.subtracting(allowed).names.first {
      throw .unknownField(field, kind: name, known: allowed.names)
    }
    if let field = names.repeated { throw .givenTwice(field, kind: name) }
    if let unfit = names.unfit {
      throw .wrongValue(unfit.name, kind: name, expected: unfit.expected)
    }
    if let field = kind.required.subtracting(fields).names.first {
      throw .missingField(field, kind: name)
    }
  }

  private mutating func readMembers(
    of json: UnsafeBufferPointer<UInt8>, _ names: inout Names
  ) throws {
    var reader = try JSONObjectReader(json)
    while let name = try reader.nextName() {
      if name == "kind" {
        if names.kind != nil { names.repeated = names.repeated ?? name }
        names.kind = try reader.string()
        continue
      }
      guard let field = try read(name, &reader, &names) else {
        names.unknown = names.unknown ?? name
        _ = try reader.value()
        continue
      }
      if fields.contains(field) { names.repeated = names.repeated ?? name }
      fields.insert(field)
    }
  }

  /// Reads the value of a field; nil for a field that no kind has, whose value is not read.
  private mutating func read(
    _ name: String, _ reader: inout JSONObjectReader, _ names: inout Names
  ) throws -> Fields? {
    switch name {
    case "id":
      try Self.read(&id, name, &reader, &names)
      return .id
    case "service":
      try Self.read(&service, name, &reader, &names)
      return .service
    case "method":
      try Self.read(&method, name, &reader, &names)
      return .method
    case "arguments":
      arguments = try reader.value()
      return .arguments
    case "wish":
      try Self.read(&wish, name, &reader, &names)
      return .wish
    case "waits":
      try Self.read(&waits, name, &reader, &names)
      return .waits
    case "cancellable":
      try Self.read(&cancellable, name, &reader, &names)
      return .cancellable
    case "value":
      value = try reader.value()
      return .value
    case "values":
      values = try reader.value()
      return .values
    case "error":
      error = try reader.value()
      return .error
    case "cancelled":
      try Self.read(&cancelled, name, &reader, &names)
      return .cancelled
    case "count":
      try Self.read(&count, name, &reader, &names)
      return .count
    case "response":
      try Self.read(&response, name, &reader, &names)
      return .response
    case "place":
      try Self.read(&place, name, &reader, &names)
      return .place
    case "number":
      try Self.read(&number, name, &reader, &names)
      return .number
    case "echo":
      try Self.read(&echo, name, &reader, &names)
      return .echo
    case "watched":
      try Self.read(&watched, name, &reader, &names)
      return .watched
    default: return try readGreeting(name, &reader, &names)
    }
  }

  /// The same for fields that come once or seldom in a connection.
  private mutating func readGreeting(
    _ name: String, _ reader: inout JSONObjectReader, _ names: inout Names
  ) throws -> Fields? {
    switch name {
    case "message":
      try Self.read(&message, name, &reader, &names)
      return .message
    case "category":
      try Self.read(&category, name, &reader, &names)
      return .category
    case "code":
      try Self.read(&code, name, &reader, &names)
      return .code
    case "token":
      try Self.read(&token, name, &reader, &names)
      return .token
    case "version":
      try Self.read(&version, name, &reader, &names)
      return .version
    case "client":
      try Self.read(&client, name, &reader, &names)
      return .client
    case "app":
      try Self.read(&app, name, &reader, &names)
      return .app
    case "process":
      try Self.read(&process, name, &reader, &names)
      return .process
    case "received":
      try Self.read(&received, name, &reader, &names)
      return .received
    case "resumed":
      try Self.read(&resumed, name, &reader, &names)
      return .resumed
    case "services":
      services = try reader.value()
      return .services
    case "state":
      state = try reader.value()
      return .state
    case "versions":
      if case .array(let list) = try reader.value() {
        versions = list.compactMap { if case .int(let number) = $0 { number } else { nil } }
        if versions.count == list.count { return .versions }
      }
      names.unfit = names.unfit ?? (name, "list of whole numbers")
      return .versions
    default: return nil
    }
  }

  private static func read(
    _ field: inout String, _ name: String, _ reader: inout JSONObjectReader, _ names: inout Names
  ) throws {
    if reader.isAtString {
      field = try reader.string()
    } else {
      _ = try reader.value()
      names.unfit = names.unfit ?? (name, "string")
    }
  }

  private static func read(
    _ field: inout Int, _ name: String, _ reader: inout JSONObjectReader, _ names: inout Names
  ) throws {
    if case .int(let number) = try reader.value() {
      field = number
    } else {
      names.unfit = names.unfit ?? (name, "whole number")
    }
  }

  private static func read(
    _ field: inout Bool, _ name: String, _ reader: inout JSONObjectReader, _ names: inout Names
  ) throws {
    if case .bool(let flag) = try reader.value() {
      field = flag
    } else {
      names.unfit = names.unfit ?? (name, "bool")
    }
  }
}
