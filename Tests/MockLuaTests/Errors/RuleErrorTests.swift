import Testing

@Suite struct RuleErrorTests {
  @Test("An invalid or unreachable rule is reported", arguments: behaviors)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let behaviors = ScriptErrorCase.behaviors(
    #"""
    { when() }
    => 1: a pattern is a table of arguments, not nil; write `when({ amount = is.gt(10) }, ...)`
    => 1: `when` doesn't have a response; write `when(pattern, reply(...))`

    { when({ a = 1 }) }
    => 1: `when` doesn't have a response; write `when(pattern, reply(...))`

    { when({ a = 1 }, 5), reply() }
    => 1: the rule's behavior is 5, not a response; write `reply(5)`

    { when({ a = 1 }, { b = 2 }), reply() }
    => 1: the rule's behavior is a table, not a response; write `reply { ... }` to return data

    { when({ a = 1 }, {}), reply() }
    => 1: the rule is an empty list; write at least one response, such as `reply()`

    { when({ a = 1 }, reply(), reply()) }
    => 1: `when` takes a pattern and one behavior; write `when(pattern, { first, second })`

    { when(5, reply()) }
    => 1: a pattern is a table of arguments, not 5; write `when({ amount = is.gt(10) }, ...)`

    { when("a", reply()) }
    => 1: a pattern is a table of arguments, not the string "a"; write `when({ amount = is.gt(10) }, ...)`

    { when(nil, reply()) }
    => 1: a pattern is a table of arguments, not nil; write `when({ amount = is.gt(10) }, ...)`

    { when({ 1, 2 }, reply()) }
    => 1: a pattern is a table of arguments, not a list; write `when({ name = value }, ...)`

    { when({ a = print }, reply()) }
    => 1: a function in data at `when.a`; call a matcher with its value, or write `when(function(args) ... end, ...)`

    { when({ a = { function() end } }, reply()) }
    => 1: a function in data at `when.a[1]`; call a matcher with its value, or write `when(function(args) ... end, ...)`

    { when(print, reply()) }
    => 1: a pattern is one of Lua's own functions; write `function(args, call) ... end`

    { when(array {}, reply()) }
    => 1: a pattern is a table of arguments, not a list; write `when({ name = value }, ...)`

    { when({ a = 1 }, when({ b = 1 }, reply())) }
    => 1: the rule's behavior is a rule, not a response; put rules into a list: `{ when(...), reply(...) }`

    { when({ a = 1 }, { when({ b = 1 }, reply()) }) }
    => 1: a rule is inside another rule; combine patterns with `is.all_of(p, q)`

    { when({ a = 1 }, { reply(), exhausted = "cycle" }) }
    => 1: option `exhausted` is in a rule; move it to the method's list

    { when({ a = 1 }, { reply(), nil, reply() }) }
    => 1: the rule has nil at position 2; write `reply()` for a response without a value
    => 1: a nil ends a list or leaves a hole in it; remove the nil, or write `null` in data

    { when({ a = 1 }, { reply(), 5 }) }
    => 1: element 2 of the rule is 5, not a response; write `reply(5)`

    { when({}, reply()), reply() }
    => 1: this response of `A.m` is never reached: `when({}, ...)` on line 1 accepts every call; write that rule's response without `when`, or remove this one

    { reply(), when({}, reply()) }
    => 1: this response of `A.m` is never reached: `when({}, ...)` on line 1 accepts every call; write that rule's response without `when`, or remove this one

    { when({}, reply()), when({ a = 1 }, reply()) }
    => 1: this rule of `A.m` is never reached: `when({}, ...)` on line 1 accepts every call; move it before that rule, or remove it

    { when({ a = 1 }, reply()) :after(5) }
    => 1: a rule doesn't have `after`; put builders on the responses inside it

    { when({ a = is.gt }, reply()) }
    => 1: a function in data at `when.a`; call a matcher with its value, or write `when(function(args) ... end, ...)`

    { when({ a = { ["$gtt"] = 1 } }, reply()) }
    => 1: the pattern at `a.$gtt` is wrong: unknown operator `$gtt`; did you mean `$gt`?

    { when({ a = { ["$gt"] = 1, b = 2 } }, reply()) }
    => 1: the pattern at `a.$gt` is wrong: the pattern mixes the operator `$gt` with the field `b`; write the operator under its field: {"b": {"$gt": ...}}

    { when({ a = is.regex "[" }, reply()) }
    => 1: the pattern at `a.$regex` is wrong: the regular expression `[` is invalid at character 1: `[` is missing its `]`; add `]`, or write `\[` for the character; long brackets keep backslashes: `is.regex [[^\d+$]]`

    { when({ a = is.regex "^a(?!b)" }, reply()) }
    => 1: the pattern at `a.$regex` is wrong: the regular expression `^a(?!b)` is invalid at character 3: `(?!` is a lookahead, which is not supported; write two conditions: `is.all_of(is.regex "...", is.anything_but(is.regex "..."))`

    { when({ a = is.regex [[(.)\1]] }, reply()) }
    => 1: the pattern at `a.$regex` is wrong: the regular expression `(.)\1` is invalid at character 4: `\1` is a backreference, which is not supported; write a function of the arguments: `when(function(args) return ... end, ...)`

    { when({ a = is.regex "(a{1000}){1000}" }, reply()) }
    => 1: the pattern at `a.$regex` is wrong: the regular expression `(a{1000}){1000}` is invalid: it needs more than 5000 states; use smaller repetition counts, or write several expressions: `is.any_of(is.regex "...", ...)`

    { when({ a = reply() }, reply()) }
    => 1: a response in data at `when.a`; data can hold only plain values

    { when({ a = 0/0 }, reply()) }
    => 1: NaN in data at `when.a`; JSON has no NaN; write `null`

    { when({ a = { 1, b = 2 } }, reply()) }
    => 1: a list in data also has the named key `when.a.b`; use either a list or named keys

    { when(reply(), reply()) }
    => 1: a pattern is a table of arguments, not a response; write `when({ amount = is.gt(10) }, ...)`

    { when({ a = is.eq(1) == 1 }, reply()), when({}, reply()), when({}, reply(2)), reply(3), reply(4) }
    => 1: this response of `A.m` is never reached: `when({}, ...)` on line 1 accepts every call; write that rule's response without `when`, or remove this one

    { when({ a = 1 }, function() return sleep end), when({}, print) }
    => 1: the rule's behavior is one of Lua's own functions; write `function(args, call) ... end`
    """#)
}
