-- Names that Swift does not take as they are.
service "S" { m = reply(1) }

local function plain() override("S", "m", reply(2)) end

---  A word of the language.
scenario("default", plain)
scenario "in" (plain)

scenario("signed-in", plain)
scenario("signedIn", plain)
scenario("signed in", plain)
scenario("HTTP error", plain)
scenario("2nd try", plain)
scenario("\u{e9}t\u{e9} \u{1F3D6}", plain)
scenario("\u{1F3D6}", plain)
scenario("self", plain)
scenario("script", plain)
scenario("say \"hi\\n\"", plain)
scenario("two\nlines", plain)
-- A comment that turns ‮ round.
scenario("turned\u{202E} \27[2J", plain)
scenario("\u{2066}", plain)

--[[ A comment in brackets is none for Swift. ]]
scenario("Type", plain)
-- Far above.

scenario("a.b_c", plain)
