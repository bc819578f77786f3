-- `table.move` over a range larger than any table. Expected: a located error.
-- expect: error {limit}|many|wrap
-- seconds: 10
for _, last in ipairs { 1 << 40, 1 << 62, math.maxinteger - 1 } do
  pcall(table.move, {}, 1, last, 2)
  pcall(table.move, {}, -last, last, 1, {})
end
table.move({}, 1, 1 << 40, 2)
