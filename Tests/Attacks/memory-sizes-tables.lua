-- Like `memory-sizes`, with tables, closures, and coroutines of many sizes, which have separate free lists. Expected: memory stays limited.
-- expect: either {limit}
-- seconds: 6
for size = 1, 24 do
  local kept = {}
  for i = 1, 2000000 // (size * size + 10) do kept[i] = table.pack(table.unpack({}, 1, size)) end
  kept = nil
  local closures = {}
  for i = 1, 30000 do local a, b, c = i, i, i closures[i] = function() return a + b + c + size end end
end
