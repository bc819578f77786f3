-- Numbers at the limits of all types, converted in every direction. Expected: responses or located errors.
-- run: call FILE S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m
-- expect: either .
shared { key = 0 }
local numbers = { math.maxinteger, math.mininteger, 1.7976931348623157e308, 5e-324, -0.0, 2 ^ 53 + 1.0, 2 ^ 63, -(2 ^ 63) }
service "S" {
  ok = reply "alive",
  m = function(_, call)
    local number = numbers[call.count]
    state.key = number
    assert(state.key == number)
    assert(json.decode(json.encode { number })[1] == number)
    return { number, copy { number }[1] }
  end,
}
