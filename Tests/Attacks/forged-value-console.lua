-- The console shows a response with forged data. Expected: nothing beyond its end is read.
-- run: repl
-- expect: either .
-- never: reply\(?[- "]?\d{3,}
local forged = reply(1)
rawset(forged, "@value", "\4")
forged
rawset(forged, "@value", "\6\0\16\0\0")
forged
