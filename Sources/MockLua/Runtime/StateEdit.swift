internal import LuaRuntime
internal import MockCalls
internal import MockData

/// A change that a function of the script makes inside a shared value (see `state.lua`).
struct StateEdit {
  enum Kind: String {
    case set, insert, remove
    /// Replaces the whole table.
    case replace
  }

  enum Step {
    case name(String)
    case index(Int)

    init?(_ value: WireValue?) {
      if let index = value?.integer {
        self = .index(Int(index) - 1)
      } else if let name = value?.string {
        self = .name(name)
      } else {
        return nil
      }
    }
  }

  /// The path from the shared value to the table that changes.
  ///
  /// It doesn't include the shared key.
  let path: [Step]
  let kind: Kind
  /// The member or element that changes; nil for the whole table.
  let step: Step?
  /// The new value; nil to remove the member or element.
  let value: AnyCodableValue?

  init?(path: WireValue, kind: WireValue, step: WireValue, value: WireValue) {
    guard let kind = kind.string.flatMap(Kind.init) else { return nil }
    self.path = path.elements.dropFirst().compactMap { Step($0) }
    self.kind = kind
    self.step = Step(step)
    self.value = AnyCodableValue(packed: value)
  }

  /// Makes the change in place.
  ///
  /// - Returns: The change in size, in bytes.
  func apply(to value: inout AnyCodableValue) -> Int {
    value.withValue(at: path[...]) { table -> Int? in
      switch step {
      case .index(let index): return table.withElements { change(&$0, at: index) }
      case .name(let name): return table.withMembers { change(&$0, at: name) }
      case nil:
        guard let new = self.value else { return nil }
        let old = table.byteSize
        table = new
        return new.byteSize - old
      }
    } ?? 0
  }

  private func change(_ elements: inout [AnyCodableValue], at index: Int) -> Int {
    let place = MemoryLayout<AnyCodableValue>.stride
    switch (kind, value) {
    case (.remove, _) where elements.indices.contains(index):
      return -elements.remove(at: index).byteSize - place
    case (.insert, let value?) where index >= 0 && index <= elements.count:
      elements.insert(value, at: index)
      return value.byteSize + place
    case (.set, let value?) where elements.indices.contains(index):
      let old = elements[index].byteSize
      elements[index] = value.keepingLists(of: elements[index])
      return value.byteSize - old
    default: return 0
    }
  }

  private func change(_ members: inout [String: AnyCodableValue], at name: String) -> Int {
    let place = MemoryLayout<AnyCodableValue>.stride * 2 + name.utf8.count
    let old = members[name]
    let oldSize = old.map { $0.byteSize + place } ?? 0
    guard let value else {
      members[name] = nil
      return -oldSize
    }
    members[name] = old.map(value.keepingLists(of:)) ?? value
    return value.byteSize + place - oldSize
  }
}

/// Changes to a list or an object in place, without copying it.
///
/// These methods avoid a second reference to the value, which would force a copy.
extension AnyCodableValue {
  mutating func withValue<Result>(
    at path: ArraySlice<StateEdit.Step>, _ body: (inout AnyCodableValue) -> Result?
  ) -> Result? {
    switch path.first {
    case nil: body(&self)
    case .index(let index):
      withElements { elements in
        elements.indices.contains(index)
          ? elements[index].withValue(at: path.dropFirst(), body) : nil
      }
    case .name(let name):
      withMembers { members in
        members[name] == nil
          ? nil : members[name, default: .null].withValue(at: path.dropFirst(), body)
      }
    }
  }

  /// An empty object counts as an empty list.
  fileprivate mutating func withElements<Result>(
    _ body: (inout [AnyCodableValue]) -> Result?
  ) -> Result? {
    var elements: [AnyCodableValue]
    switch self {
    case .array(let own): elements = own
    case .dictionary(let members) where members.isEmpty: elements = []
    default: return nil
    }
    self = .null
    defer { self = .array(elements) }
    return body(&elements)
  }

  fileprivate mutating func withMembers<Result>(
    _ body: (inout [String: AnyCodableValue]) -> Result?
  ) -> Result? {
    guard case .dictionary(var members) = self else { return nil }
    self = .null
    defer { self = .dictionary(members) }
    return body(&members)
  }
}
