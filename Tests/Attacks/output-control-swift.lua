-- Variant names move the cursor and change the writing direction. Expected: clean output.
-- run: generate swift FILE
-- expect: ok 202E
-- never: [\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]
-- A comment that turns ‮ round.
variant("a\27[2J\u{202e}\n\u{2066}\u{9b}31m\127", function() end)
service "S" { m = reply(1) }
