/// The decoding of one value.
///
/// The decoders and containers of a session can't be used after it. They hold no references, because reference counting
/// would cost more than the decoding itself. Instead, each has the number of its session. If a decoder is kept after
/// its session, it finds no value rather than memory that now has other contents.
struct WireSession {
  /// The state shared by the sessions of a reader.
  struct State {
    /// The current session, or 0 if there isn't one; sessions are nested if decoding a value calls Lua.
    var number = 0
    /// The last session number used.
    var last = 0
    /// The value being decoded, at which coding paths start.
    var root = WireValue.none
    let keys = WireKeyTables()
  }

  let state: UnsafeMutablePointer<State>
  let number: Int

  @inline(__always)
  var isOpen: Bool { state.pointee.number == number }

  /// Returns the coding path of a value in this session.
  func path(to value: WireValue) -> [any CodingKey] {
    isOpen ? state.pointee.root.path(to: value) : []
  }
}
