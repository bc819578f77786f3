-- A limit inside fifty nested coroutines that each catch errors. Expected: a located error.
-- expect: error {limit}
local function nest(depth)
  if depth == 0 then while true do end end
  for _ = 1, 10 do
    local thread = coroutine.create(nest)
    coroutine.resume(thread, depth - 1)
    coroutine.close(thread)
  end
end
nest(50)
