import Testing

@Suite struct FunctionErrorTests {
  @Test("Words of running functions are errors at the top level", arguments: scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let scripts = ScriptErrorCase.scripts(
    #"""
    state.x = 5
    => 1: `state` works only in a response function; declare initial values with `shared { ... }`

    local x = state.x
    => 1: `state` works only in a response function; declare initial values with `shared { ... }`

    local x = services.A.m {}
    => 1: `services` works only in a response function; call services from a response function

    services.A.m()
    => 1: `services` works only in a response function; call services from a response function

    calls("A.m")
    => 1: `calls` works only in a response function; look at calls in a response function

    sleep(5)
    => 1: `sleep` works only in a response function; delay a response with `:after(ms)`

    open_gate "gate"
    => 1: `open_gate` works only in a response function; hold a response back with `:gate "name"`

    emit(5)
    => 1: `emit` works only in a response function; send values in `stream(function() ... end)`

    state = 5
    => 1: `state` is a reserved name; choose another name
    """#)
}
