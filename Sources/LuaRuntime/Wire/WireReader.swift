internal import MockPlatform

/// Decodes values from the wire format in successive sessions, with one reader per runtime.
package final class WireReader {
  private let state: UnsafeMutablePointer<WireSession.State>

  package init() {
    if let free = freeStates.withLock({ $0.pointers.popLast() }) {
      state = free
    } else {
      state = .allocate(capacity: 1)
      state.initialize(to: WireSession.State())
    }
  }

  deinit {
    let state = state
    freeStates.withLock { $0.pointers.append(state) }
  }

  /// Decodes a value.
  ///
  /// - Throws: The errors of the type; `DecodingError` if the value has another shape.
  package func decode<T: Decodable>(_ type: T.Type, from value: WireValue) throws -> T {
    let (number, root) = (state.pointee.number, state.pointee.root)
    state.pointee.last += 1
    state.pointee.number = state.pointee.last
    state.pointee.root = value
    defer {
      state.pointee.number = number
      state.pointee.root = root
    }
    let session = WireSession(state: state, number: state.pointee.number)
    return try WireDecoder(at: value, session: session).decode(type)
  }

  /// Decodes the first value of a list, or nil if the list is empty.
  func decode<T: Decodable>(_ type: T.Type, fromFirstOf list: WireValue) throws -> T {
    var elements = list.elements
    return try decode(type, from: elements.next() ?? .none)
  }
}

/// The states of deallocated readers, reused but never freed, because a decoder that was kept may still access them.
private let freeStates = Locked(FreeStates())

/// `@unchecked Sendable`: a state removed from the list has one owner.
private struct FreeStates: @unchecked Sendable {
  var pointers: [UnsafeMutablePointer<WireSession.State>] = []
}
