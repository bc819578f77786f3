-- A service that sleeps and has delays is called endlessly. Expected: a located error.
-- run: call S.m
-- expect: error .
-- seconds: 10
service "S" {
  ok = reply "alive",
  nap = function() sleep(1) return 1 end,
  delayed = reply(1):after(1),
  m = function() while true do services.S.nap {} services.S.delayed {} end end,
}
