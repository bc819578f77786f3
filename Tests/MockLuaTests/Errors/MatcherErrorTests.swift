import Testing

@Suite struct MatcherErrorTests {
  @Test("An invalid matcher is reported", arguments: behaviors + scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let behaviors = ScriptErrorCase.behaviors(
    #"""
    { when({ a = is.gtt(1) }, reply()), reply() }
    => 1: unknown matcher `is.gtt`; did you mean `is.gt`?

    { when({ a = is.foo(1) }, reply()), reply() }
    => 1: unknown matcher `is.foo`; known: absent, all_of, any_item, any_member, any_of, anything_but, containing, ends_with, eq, exists, first_items, ge, gt, holding, le, lt, ne, none_of, one_of, only and 5 more

    { when({ a = is.greater(1) }, reply()), reply() }
    => 1: unknown matcher `is.greater`; write `is.gt`

    when({ a = is.null }, reply())
    => 1: unknown matcher `is.null`; write `null`

    when({ a = is.between(1, 2) }, reply())
    => 1: unknown matcher `is.between`; write `is.all_of(is.ge(1), is.le(9))`

    { when({ a = is.greaterThan(1) }, reply()), reply() }
    => 1: unknown matcher `is.greaterThan`; write `is.gt`

    { when({ a = is.neq(1) }, reply()), reply() }
    => 1: unknown matcher `is.neq`; write `is.ne`

    { when({ a = is["not"](1) }, reply()), reply() }
    => 1: unknown matcher `is.not`; write `is.anything_but`

    { when({ a = is.gt }, reply()), reply() }
    => 1: a function in data at `when.a`; call a matcher with its value, or write `when(function(args) ... end, ...)`

    { when({ a = is(1) }, reply()), reply() }
    => 1: `is` is a table of matchers; write `is.eq(value)`

    { when({ a = is.eq() }, reply()), reply() }
    => 1: `is.eq` takes one value, not 0; write `is.eq(10)`

    { when({ a = is.eq(nil) }, reply()), reply() }
    => 1: `is.eq` takes a value, not nil; write `is.eq(10)`, or `null` to match null or a missing value

    { when({ a = is.eq(1, 2) }, reply()), reply() }
    => 1: `is.eq` takes one value, not 2; write `is.eq(10)`

    { when({ a = is.ne() }, reply()), reply() }
    => 1: `is.ne` takes one value, not 0; write `is.ne(10)`

    { when({ a = is.gt() }, reply()), reply() }
    => 1: `is.gt` takes one value, not 0; write `is.gt(10)`

    { when({ a = is.gt "a" :b() }, reply()), reply() }
    => 1: a matcher doesn't have a field `b`; combine matchers with `is.all_of(p, q)` or `is.any_of(p, q)`

    { when({ a = is.gt(true) }, reply()), reply() }
    => 1: `is.gt` takes a number or a string, not true; write `is.gt(10)`

    { when({ a = is.ge({}) }, reply()), reply() }
    => 1: `is.ge` takes a number or a string, not a table; write `is.ge(10)`

    { when({ a = is.lt(null) }, reply()), reply() }
    => 1: `is.lt` takes a number or a string, not null; write `is.lt(10)`

    { when({ a = is.le(print) }, reply()), reply() }
    => 1: `is.le` takes a number or a string, not a function; write `is.le(10)`

    { when({ a = is.one_of(1) }, reply()), reply() }
    => 1: `is.one_of` takes a list, not 1; write `is.one_of { 1, 2 }`

    { when({ a = is.one_of(1, 2) }, reply()), reply() }
    => 1: `is.one_of` takes one value, not 2; write `is.one_of { 1, 2 }`

    { when({ a = is.one_of { a = 1 } }, reply()), reply() }
    => 1: `is.one_of` takes a list, not a table; write `is.one_of { 1, 2 }`

    { when({ a = is.none_of() }, reply()), reply() }
    => 1: `is.none_of` takes one value, not 0; write `is.none_of { 1, 2 }`

    { when({ a = is.none_of "x" }, reply()), reply() }
    => 1: `is.none_of` takes a list, not the string "x"; write `is.none_of { 1, 2 }`

    { when({ a = is.containing(5) }, reply()), reply() }
    => 1: `is.containing` takes a non-empty string or a list, not 5; write `is.containing "A"` or `is.containing { 1, 2 }`

    { when({ a = is.regex(5) }, reply()), reply() }
    => 1: `is.regex` takes a pattern as a string, not 5; write `is.regex "^A"`

    { when({ a = is.regex() }, reply()), reply() }
    => 1: `is.regex` takes one value, not 0; write `is.regex "^A"`

    { when({ a = is.type "sting" }, reply()), reply() }
    => 1: `is.type` takes the name of a type, not the string "sting"; did you mean `string`?

    { when({ a = is.type(5) }, reply()), reply() }
    => 1: `is.type` takes the name of a type, not 5; known: array, bool, double, int, null, number, object, string

    { when({ a = is.type() }, reply()), reply() }
    => 1: `is.type` takes one value, not 0; write `is.type "string"`

    { when({ a = is.size("2") }, reply()), reply() }
    => 1: `is.size` takes a whole number (0 or more), not the string "2"; write `is.size(2)`

    { when({ a = is.size(-1) }, reply()), reply() }
    => 1: `is.size` takes a whole number (0 or more), not -1; write `is.size(2)`

    { when({ a = is.size(1.5) }, reply()), reply() }
    => 1: `is.size` takes a whole number (0 or more), not 1.5; write `is.size(2)`

    { when({ a = is.exists(1) }, reply()), reply() }
    => 1: this matcher takes no arguments; write it without `()`

    { when({ a = is.absent() }, reply()), reply() }
    => 1: this matcher takes no arguments; write it without `()`

    { when({ a = is.all_of(is.gt(1)) }, reply()), reply() }
    => 1: `is.all_of` takes two or more patterns; write `is.all_of(p, q)`

    { when({ a = is.all_of() }, reply()), reply() }
    => 1: `is.all_of` takes two or more patterns; write `is.all_of(p, q)`

    { when({ a = is.all_of(is.gt(1), nil) }, reply()), reply() }
    => 1: pattern 2 of `is.all_of` is nil; write `null` to match null or a missing value

    { when({ a = is.any_of(1) }, reply()), reply() }
    => 1: `is.any_of` takes two or more patterns; write `is.any_of(p, q)`

    { when({ a = is.anything_but() }, reply()), reply() }
    => 1: `is.anything_but` takes one pattern; write `is.anything_but(is.gt(1))`

    { when({ a = is.anything_but(1, 2) }, reply()), reply() }
    => 1: `is.anything_but` takes one pattern; write `is.anything_but(is.gt(1))`

    { when({ a = is.anything_but(nil) }, reply()), reply() }
    => 1: `is.anything_but` takes one pattern; write `is.anything_but(is.gt(1))`

    { when({ a = is.any_item() }, reply()), reply() }
    => 1: `is.any_item` takes one pattern; write `is.any_item(is.gt(1))`

    { when({ a = is.eq(print) }, reply()), reply() }
    => 1: a function in data at `when.a["$eq"]`; call a matcher with its value, or write `when(function(args) ... end, ...)`

    { when({ a = is.gt(1).foo }, reply()), reply() }
    => 1: a matcher doesn't have a field `foo`; combine matchers with `is.all_of(p, q)` or `is.any_of(p, q)`

    { when({ a = is.gt(0/0) }, reply()), reply() }
    => 1: NaN in data at `when.a["$gt"]`; JSON has no NaN; write `null`

    { when({ a = is.one_of { 1, print } }, reply()), reply() }
    => 1: a function in data at `when.a["$in"][2]`; call a matcher with its value, or write `when(function(args) ... end, ...)`

    { when({ a = is.eq(1 , function() end) }, reply()), reply() }
    => 1: `is.eq` takes one value, not 2; write `is.eq(10)`

    { when({ a = is.eq(is.gt(1)) }, reply()), reply() }
    => 1: a matcher in data at `when.a["$eq"]`; write the matcher without a value or a list around it, or write `is.holding(p, q)` for the elements of a list

    { when({ a = is.any_item({ { x = 1 } }, 2) }, reply()), reply() }
    => 1: `is.any_item` takes one pattern; write `is.any_item(is.gt(1))`

    { when({ a = is.all_of(print, is.gt(1)) }, reply()), reply() }
    => 1: a pattern is one of Lua's own functions; write `function(args, call) ... end`
    """#)

  static let scripts = ScriptErrorCase.scripts(
    #"""
    is.eq = 5
    => 1: `is.eq` cannot be set; put the matcher in a local variable

    local r = is.regex "a"
    r.x = 5
    => 2: `x` cannot be set on a matcher; write a new one
    """#)
}
