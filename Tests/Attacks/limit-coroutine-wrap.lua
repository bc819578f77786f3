-- Every coroutine starts anew and spins, caught by the one around it. Expected: a located error.
-- expect: error {limit}
while true do
  local inner = coroutine.wrap(function() while true do end end)
  pcall(inner)
end
