-- The iterators for tables with names are called with values that aren't tables, also in a coroutine. Expected: caught errors.
-- expect: ok services
local made = { pairs({ a = 1, b = 2, c = 3 }) }
local single = pairs({ a = 1 })
local fake = ("\255\254\0\1"):rep(100)
for _, iterator in ipairs { made[1], single, next } do
  for _, value in ipairs { fake, 7, false, null, print, coroutine.running() } do
    for _, key in ipairs { "a", 1, null, fake, print } do
      pcall(iterator, value, key)
      pcall(coroutine.wrap(iterator), value, key)
    end
    pcall(iterator, value)
  end
  pcall(iterator)
end
