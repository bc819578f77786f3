/// A place where the shape of values has changed.
package struct ShapeDifference: Sendable, Hashable {
  /// The kinds of changes.
  package enum Change: Sendable, Hashable {
    /// The field was always present, and is now always absent.
    case missing
    /// The field is new.
    case new(ValueShape.Kind?)
    /// The value has a different kind.
    case kind(was: ValueShape.Kind, is: ValueShape.Kind)
    /// An enumeration has a case that it didn't have before.
    case newCase(String, known: [String])
  }

  package var path: JSONPath
  package var change: Change
}

extension ValueShape {
  /// Returns the differences between the shapes of old and new values, in a stable order.
  ///
  /// The values themselves may differ. A field that was sometimes absent may now always be absent, a field that is
  /// sometimes present isn't missing, and lists may be empty. It is a difference if a value that was never null is now
  /// always null. Integers and other numbers count as the same kind.
  ///
  /// - Parameters:
  ///   - now: The shape of the new values.
  ///   - known: Everything that is known about the same place, which is used to recognize enumerations; by default,
  ///     this shape.
  /// - Returns: The differences; empty if one of the shapes contains no values.
  package func differences(
    to now: ValueShape, knowing known: ValueShape? = nil
  ) -> [ShapeDifference] {
    var found: [ShapeDifference] = []
    collect(now, known ?? self, JSONPath(), &found)
    return found
  }

  private func collect(
    _ now: ValueShape, _ known: ValueShape, _ path: JSONPath, _ found: inout [ShapeDifference]
  ) {
    if let change = changeOfKind(now) {
      found.append(ShapeDifference(path: path, change: change))
      return
    }
    if let own = element, let other = now.element {
      own.collect(other, known.element ?? own, path.adding(.index(0)), &found)
    }
    if case .key(let name)? = path.steps.last(where: { if case .key = $0 { true } else { false } })
    {
      found += known.newCases(in: now, named: name).map {
        ShapeDifference(path: path, change: $0)
      }
    }
    collectMembers(now, known, path, &found)
  }

  private func collectMembers(
    _ now: ValueShape, _ known: ValueShape, _ path: JSONPath, _ found: inout [ShapeDifference]
  ) {
    guard objects > 0 else { return }
    // The object no longer has any members.
    let isEmpty = now.objects == 0 && now.count > 0 && now.kinds.isEmpty
    guard now.objects > 0 || isEmpty else { return }
    if let own = entry, let other = now.entry {
      let names = members.keys.sorted().first.map { path.adding(.key($0)) } ?? path
      return own.collect(other, known.entry ?? own, names, &found)
    }
    for (name, own) in members.sortedByKeyBytes() {
      let place = path.adding(.key(name))
      if let other = now.members[name] {
        own.collect(other, known.members[name] ?? own, place, &found)
      } else if own.count == objects {
        found.append(ShapeDifference(path: place, change: .missing))
      }
    }
    for (name, other) in now.members.sortedByKeyBytes() where members[name] == nil {
      let kind = Kind.allCases.last { other.kinds.contains($0) }
      found.append(ShapeDifference(path: path.adding(.key(name)), change: .new(kind)))
    }
  }

  /// Returns the change if there is certainly a new kind; otherwise nil.
  private func changeOfKind(_ now: ValueShape) -> ShapeDifference.Change? {
    guard let was = Kind.allCases.first(where: plainKinds.contains) else { return nil }
    if let new = Kind.allCases.first(where: now.plainKinds.subtracting(plainKinds).contains) {
      return .kind(was: was, is: new)
    }
    return now.kinds == [.null] && !kinds.contains(.null) ? .kind(was: was, is: .null) : nil
  }

  /// Returns the first place with a different kind, or nil if null or mixed values make the kind uncertain.
  package func contradiction(
    to other: ValueShape, at path: JSONPath = JSONPath()
  ) -> (path: JSONPath, own: Kind, other: Kind)? {
    guard let own = plainKinds.first, let kind = other.plainKinds.first, plainKinds.count == 1,
      other.plainKinds.count == 1
    else { return nil }
    if own != kind { return (path, own, kind) }
    if let first = element, let second = other.element,
      let found = first.contradiction(to: second, at: path.adding(.index(0)))
    {
      return found
    }
    for (name, member) in members.sortedByKeyBytes() {
      guard let counterpart = other.members[name] else { continue }
      if let found = member.contradiction(to: counterpart, at: path.adding(.key(name))) {
        return found
      }
    }
    return nil
  }

  // MARK: - Enumerations

  private func newCases(in now: ValueShape, named name: String) -> [ShapeDifference.Change] {
    guard isEnumeration(named: name), now.texts.count < Self.mostTexts else { return [] }
    let cases = texts.keys.sorted()
    return now.texts.keys.sorted().filter { texts[$0] == nil && Self.isCase($0) }.map {
      .newCase($0, known: cases)
    }
  }

  /// Returns whether the strings are the cases of an enumeration.
  ///
  /// All of them must look like identifiers. If the field's name is typical of an enumeration, at least one string must
  /// occur repeatedly. Otherwise, every string must occur repeatedly and must be uppercase with an underscore, like
  /// `IN_PROGRESS`.
  private func isEnumeration(named name: String) -> Bool {
    guard plainKinds == [.string], (2..<Self.mostTexts).contains(texts.count),
      texts.keys.allSatisfy(Self.isCase)
    else { return false }
    let total = texts.values.reduce(0, +)
    if Self.saysEnumeration(name) { return total > texts.count }
    let areCapitals = texts.keys.allSatisfy { !$0.utf8.contains { (0x61...0x7A).contains($0) } }
    return areCapitals && texts.keys.contains { $0.contains("_") }
      && texts.values.allSatisfy { $0 > 1 }
  }

  /// Returns whether a string is a single word that starts with a letter and has digits only at its end.
  private static func isCase(_ text: String) -> Bool {
    let bytes = text.utf8.reversed().drop(while: \.isASCIIDigit)
    guard text.utf8.first?.isASCIILetter == true else { return false }
    return text.utf8.count <= 32
      && bytes.allSatisfy { $0.isASCIILetter || $0 == 0x5F || $0 == 0x2D }
  }

  private static func saysEnumeration(_ name: String) -> Bool {
    guard let word = SecretNames.words(of: name).last else { return false }
    return enumerationNames.contains(word)
  }

  /// The last words of field names that are typical of enumerations.
  private static let enumerationNames: Set<String> = [
    "status", "state", "type", "kind", "role", "category", "level", "priority", "phase", "severity",
    "mode", "visibility", "plan", "tier", "stage", "outcome", "result", "reason", "gender", "unit",
    "currency", "permission", "scope", "access", "method", "direction", "event", "action",
  ]
}

extension JSONPath {
  fileprivate func adding(_ step: Step) -> JSONPath { JSONPath(steps + [step]) }
}
