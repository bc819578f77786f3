-- A chunk name with control and bidirectional characters appears in the details of an error. Expected: clean output.
-- run: call S.m
-- expect: error .
-- place: name.*
-- never: [\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|u001b
service "S" {
  ok = reply "alive",
  m = function() load("error('x')", "=name\27[2J\u{202e}")() end,
}
