-- Names that Swift does not take as they are.
service "S" { m = reply(1) }

local function plain() override("S", "m", reply(2)) end

---  A word of the language.
variant("default", plain)
variant "in" (plain)

variant("signed-in", plain)
variant("signedIn", plain)
variant("signed in", plain)
variant("HTTP error", plain)
variant("2nd try", plain)
variant("\u{e9}t\u{e9} \u{1F3D6}", plain)
variant("\u{1F3D6}", plain)
variant("self", plain)
variant("script", plain)
variant("say \"hi\\n\"", plain)
variant("two\nlines", plain)
-- A comment that turns ‮ round.
variant("turned\u{202E} \27[2J", plain)
variant("\u{2066}", plain)

--[[ A comment in brackets is none for Swift. ]]
variant("Type", plain)
-- Far above.

variant("a.b_c", plain)
