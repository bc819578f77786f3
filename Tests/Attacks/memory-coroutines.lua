-- Coroutines with deep stacks are endlessly created and kept. Expected: a located error.
-- expect: error {limit}
-- seconds: 6
local threads = {}
local function down(n) if n > 0 then return 1 + down(n - 1) end coroutine.yield() end
while true do
  local thread = coroutine.create(down)
  coroutine.resume(thread, 1000)
  threads[#threads + 1] = thread
end
