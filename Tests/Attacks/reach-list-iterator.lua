-- The iterator that `pairs` returns for a list is called with a value that isn't a table, whose memory could be read as one. Expected: caught errors.
-- expect: ok services
local iterator = pairs({ 1 })
local fake = ("\1\2\3\4\5\6\7\8"):rep(64)
for _, value in ipairs { fake, 1, 1.5, true, null, print, coroutine.running(), reply } do
  for i = 0, 200 do pcall(iterator, value, i) end
  pcall(iterator, value, -1)
  pcall(iterator, value, math.maxinteger)
end
