-- The script's log output moves the cursor and changes the writing direction. Expected: clean output.
-- expect: ok 1B
-- never: [\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]
log("\27[2J\27]0;title\7\u{202e}txet\u{2066}\0\u{9b}31m\127")
print("\27[1A\r\8")
service "S" { m = reply(1) }
