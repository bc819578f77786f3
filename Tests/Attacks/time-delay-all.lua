-- The longest possible delay of all responses, for functions and streams. Expected: responses on the virtual clock.
-- run: call FILE S.a S.b S.c
-- expect: either .
default_delay { median = math.maxinteger, sigma = 0.1, max = math.maxinteger }
service "S" { ok = reply "alive", a = reply(1), b = function() return reply(2):after(math.maxinteger) end, c = stream { 1, 2 } }
