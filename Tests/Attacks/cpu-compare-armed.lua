-- Coroutines created before any large string exists compare large strings, a little in each. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 10
local a, b
local function compare()
  while true do
    coroutine.yield()
    for _ = 1, 200 do
      if a < b then a, b = a, b end
    end
  end
end
local threads = {}
for i = 1, 100 do
  threads[i] = coroutine.create(compare)
  coroutine.resume(threads[i])
end
a, b = ("\0"):rep(40000000) .. "a", ("\0"):rep(40000000) .. "b"
while true do
  for i = 1, #threads do coroutine.resume(threads[i]) end
end
