internal import MockPlatform

/// Decodes values off the wire, one session after the other; each runtime has one.
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
  /// - Throws: what the type throws; `DecodingError` where the value has another shape.
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

  /// Decodes the first of a list of values; none is nil, which an `Optional` takes.
  func decode<T: Decodable>(_ type: T.Type, fromFirstOf list: WireValue) throws -> T {
    var elements = list.elements
    return try decode(type, from: elements.next() ?? .none)
  }
}

/// The states of readers that are gone: memory that a kept decoder may still look at is used again, and
/// never given back.
private let freeStates = Locked(FreeStates())

/// `@unchecked Sendable`: whoever has taken a state out of the list owns it.
private struct FreeStates: @unchecked Sendable {
  var pointers: [UnsafeMutablePointer<WireSession.State>] = []
}
