-- Errors unwind thousands of pcalls deep in a coroutine. Expected: it ends in time.
-- expect: either {limit}|overflow
-- seconds: 10
local function nest(depth)
  if depth == 0 then coroutine.yield() error("up", 0) end
  pcall(nest, depth - 1)
  error("up", 0)
end
local threads = {}
for i = 1, 40 do
  threads[i] = coroutine.create(nest)
  coroutine.resume(threads[i], 180)
end
for _ = 1, 200 do
  for i = 1, 40 do coroutine.resume(threads[i]) end
end
local function flat(depth) if depth > 0 then return pcall(flat, depth - 1) end coroutine.yield() error("up") end
local deep = coroutine.create(flat)
coroutine.resume(deep, 60000)
coroutine.resume(deep)
