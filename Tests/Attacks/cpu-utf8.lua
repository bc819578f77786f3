-- The functions of `utf8` with long strings, forged ends, and invalid bytes. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 10
local text = ("\u{10FFFF}a"):rep(4000000)
for _ = 1, 1000 do
  pcall(utf8.len, text) pcall(utf8.len, text, -1, math.maxinteger) pcall(utf8.offset, text, 8000000) pcall(utf8.offset, text, -8000000)
  pcall(utf8.codepoint, text, 1, 4000000) pcall(utf8.len, ("\x80"):rep(100)) pcall(utf8.char, table.unpack({ 1 << 31 }))
  pcall(utf8.char, -1) pcall(utf8.offset, text, math.mininteger) pcall(utf8.codepoint, text, math.maxinteger)
end
for _ in utf8.codes(text) do end
