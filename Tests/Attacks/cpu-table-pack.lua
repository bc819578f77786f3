-- Tables are packed and unpacked hundreds of thousands of times. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
while true do
  local packed = table.pack(table.unpack({}, 1, 200000))
  pcall(table.move, packed, 1, 200000, 2)
end
