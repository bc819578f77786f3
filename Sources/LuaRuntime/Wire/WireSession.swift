/// The time in which one value is decoded; its decoders and containers are of no use afterwards.
///
/// They hold no references, which would cost more than what they do. Instead each knows the number of its
/// session: one that a type has kept sees, once its session is over, no value at all instead of memory that
/// holds something else by now.
struct WireSession {
  /// What the sessions of one reader share.
  struct State {
    /// The session that runs, 0 for none; sessions nest where decoding a value calls Lua again.
    var number = 0
    /// The last number that was given.
    var last = 0
    /// The value that is decoded; coding paths start there.
    var root = WireValue.none
    let keys = WireKeyTables()
  }

  let state: UnsafeMutablePointer<State>
  let number: Int

  @inline(__always)
  var isOpen: Bool { state.pointee.number == number }

  /// The coding path of a value of this session.
  func path(to value: WireValue) -> [any CodingKey] {
    isOpen ? state.pointee.root.path(to: value) : []
  }
}
