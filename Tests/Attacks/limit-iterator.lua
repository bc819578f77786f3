-- A for loop with an endless iterator, inside one that catches errors. Expected: a located error.
-- expect: error {limit}
-- seconds: 6
for _ in function() return true end do
  pcall(function() for _ in rawequal, 1, 1 do end end)
end
