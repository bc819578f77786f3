-- A for loop whose iterator never ends, within one that catches. Expected: a located error.
-- expect: error {limit}
-- seconds: 6
for _ in function() return true end do
  pcall(function() for _ in rawequal, 1, 1 do end end)
end
