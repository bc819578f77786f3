-- `string.pack`, `unpack`, and `packsize` with long formats, wide fields, and invalid offsets. Expected: it ends in time.
-- expect: either {limit}|large
-- seconds: 10
for _ = 1, 200 do
  pcall(string.pack, ("i1"):rep(200000), table.unpack({}, 1, 200000))
  pcall(string.pack, "c100000000", "x")
  pcall(string.pack, ("!16 Xi16"):rep(100000))
  pcall(string.packsize, ("i16"):rep(300000))
  pcall(string.packsize, "c2147483647c2147483647")
  pcall(string.unpack, "s8", ("\255"):rep(8))
  pcall(string.unpack, ("z"):rep(200000), ("\0"):rep(200000))
  pcall(string.unpack, "i4", "abcd", math.mininteger)
  pcall(string.unpack, "i4", "abcd", math.maxinteger)
  pcall(string.unpack, "c" .. ("9"):rep(30), "x")
end
