-- NaN, infinities, and integers that overflow in JSON. Expected: located errors.
-- run: call FILE S.a S.b S.c S.d
-- expect: error .
service "S" {
  ok = reply "alive",
  a = function() return 0 / 0 end, b = function() return { 1 / 0 } end,
  c = function() return json.decode "[1e999, 99999999999999999999]" end, d = function() return reply { -1 / 0 } end,
}
