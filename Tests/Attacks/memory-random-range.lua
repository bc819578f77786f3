-- Random ranges at the limits of integers, empty ones, and fractions. Expected: results or caught errors.
-- expect: ok services
for _ = 1, 1000 do
  random(math.mininteger, math.maxinteger)
  random(math.maxinteger, math.maxinteger)
  random(math.mininteger, math.mininteger + 1)
  random(math.maxinteger)
end
for _, arguments in ipairs { { 0 }, { 2, 1 }, { 1.5 }, { "1" }, { 0 / 0 }, { 1, 1 / 0 } } do
  print(pcall(random, table.unpack(arguments)))
end
