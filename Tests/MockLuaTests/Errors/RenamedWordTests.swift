import Testing

@testable import MockLua
@testable import MockLuaTools

/// Scripts with words that the language had before.
@Suite struct RenamedWordTests {
  @Test("An old word is an error at its line, with the new word", arguments: scripts + behaviors)
  func message(row: ScriptErrorCase) throws { try row.check() }

  static let behaviors = ScriptErrorCase.behaviors(
    """
    pass()
    => 1: `pass` was renamed; write `passthrough`

    reply(1) :allows_extra()
    => 1: `:allows_extra` was renamed; write `:ignore_unknown_keys`

    { when({ a = is.both(is.gt(1), is.lt(3)) }, reply()), reply() }
    => 1: `is.both` was renamed; write `is.all_of`

    { when({ a = is.either(1, 2) }, reply()), reply() }
    => 1: `is.either` was renamed; write `is.any_of`

    { when({ a = is.no(1) }, reply()), reply() }
    => 1: `is.no` was renamed; write `is.anything_but`

    { when({ a = is.starting(1) }, reply()), reply() }
    => 1: `is.starting` was renamed; write `is.first_items`
    """)

  static let scripts = ScriptErrorCase.scripts(
    """
    local x = 1
    scenario("locked", function() end)
    => 2: `scenario` was renamed; write `variant`

    delay_all(5)
    => 1: `delay_all` was renamed; write `default_delay`

    shared { a = 1 }
    service "A" :binds "a" { m = reply() }
    => 2: `:binds` was renamed; write `:bind`

    service "A" :passes() { m = reply() }
    => 1: `:passes` was renamed; write `:passthrough`

    release "gate"
    => 1: `release` was renamed; write `open_gate`

    variant("failed", 3)
    => 1: variant `failed` takes a function, not 3; write `variant("failed", function() ... end)`, or `enum_case("failed", ...)` for a case of an enum
    """)

  @Test("The check finds old words in functions that never run")
  func functions() {
    let source = """
      service "A" {
        m = function() release "gate" return reply(1) :allows_extra() end,
      }
      """
    let issues = StaticCheck.issues(source: source, name: "a.lua", directory: nil)
    #expect(
      issues.map { "\($0)" } == [
        "a.lua:2: `:allows_extra` was renamed; write `:ignore_unknown_keys`",
        "a.lua:2: `release` was renamed; write `open_gate`",
      ])
  }

  @Test(
    "Each new word is a word, and no old one is",
    arguments: [
      ("scenario", "variant"), ("pass", "passthrough"), ("delay_all", "default_delay"),
      ("release", "open_gate"), ("binds", "bind"), ("passes", "passthrough"),
      ("allows_extra", "ignore_unknown_keys"),
    ])
  func words(old: String, new: String) {
    let names = Set(LanguageWord.all.flatMap(\.names))
    #expect(names.contains(new) && !names.contains(old))
  }
}
