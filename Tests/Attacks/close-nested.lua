-- Forty coroutines that close each other from deep inside C functions. Expected: an error, without a C stack overflow.
-- expect: either deep|overflow
local threads = {}
local function within(depth, body)
  if depth == 0 then return body() end
  return (("y"):gsub("y", function() within(depth - 1, body) end))
end
for i = 1, 45 do
  threads[i] = coroutine.create(function()
    local held <close> = setmetatable({}, { __close = function()
      within(185, function()
        if threads[i + 1] then coroutine.close(threads[i + 1]) end
      end)
    end })
    coroutine.yield()
  end)
  coroutine.resume(threads[i])
end
print(coroutine.close(threads[1]))
