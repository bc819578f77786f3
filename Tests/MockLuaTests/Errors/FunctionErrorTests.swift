import Testing

@Suite struct FunctionErrorTests {
  @Test("Words of running functions are errors at the top level", arguments: scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let scripts = ScriptErrorCase.scripts(
    #"""
    state.x = 5
    => 1: `state` works in a response function only; declare initial values with `shared { ... }`

    local x = state.x
    => 1: `state` works in a response function only; declare initial values with `shared { ... }`

    local x = services.A.m {}
    => 1: `services` works in a response function only; call services from a response function

    services.A.m()
    => 1: `services` works in a response function only; call services from a response function

    calls("A.m")
    => 1: `calls` works in a response function only; look at calls in a response function

    sleep(5)
    => 1: `sleep` works in a response function only; delay a response with `:after(ms)`

    open_gate "gate"
    => 1: `open_gate` works in a response function only; hold a response back with `:gate "name"`

    emit(5)
    => 1: `emit` works in a response function only; send values in `stream(function() ... end)`

    state = 5
    => 1: `state` is a word of the language; choose another name
    """#)
}
