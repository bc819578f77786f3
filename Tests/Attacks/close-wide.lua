-- A function with two hundred closing variables that each raise an error, in a thousand coroutines. Expected: caught errors.
-- expect: ok services
-- seconds: 3
local source = {}
for i = 1, 190 do source[i] = ("local held%d <close> = guard"):format(i) end
source[#source + 1] = "coroutine.yield()"
local guard = setmetatable({}, { __close = function(_, problem) error(problem or "first", 0) end })
local body = assert(load(table.concat(source, "\n"), "=body", "t", { guard = guard, coroutine = coroutine }))
for _ = 1, 1000 do
  local thread = coroutine.create(body)
  coroutine.resume(thread)
  assert(coroutine.close(thread) == false)
end
