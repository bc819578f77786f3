-- Every coroutine starts another one and loops, and the outer one catches the error. Expected: a located error.
-- expect: error {limit}
while true do
  local inner = coroutine.wrap(function() while true do end end)
  pcall(inner)
end
