-- Every library function with every pair of argument types. Expected: caught errors.
-- expect: either .
-- seconds: 10
local values = {
  0, 1, -1, 2 ^ 53, math.maxinteger, math.mininteger, 1e308, 0 / 0, 1 / 0, "", "x", "%", "(", "\0", ("x"):rep(300), true, {}, { 1, 2, 3 },
  print, coroutine.create(print), null, setmetatable({}, { __index = function() return 1 end, __len = function() return 5 end }),
}
local skipped = { rep = true, print = true, log = true, error = true, require = true, fixture = true }
local functions = {}
for _, library in ipairs { string, table, math, utf8, coroutine, os } do
  for name, body in next, library do
    if type(body) == "function" and not skipped[name] then functions[#functions + 1] = body end
  end
end
for _, body in ipairs { tostring, tonumber, type, rawget, rawset, rawlen, rawequal, select, next, pairs, ipairs, load, pcall, setmetatable, getmetatable, collectgarbage, assert } do
  functions[#functions + 1] = body
end
for _, body in ipairs(functions) do
  if body ~= coroutine.yield then
    for _, first in ipairs(values) do
      for _, second in ipairs(values) do
        pcall(body, first, second)
        pcall(body, first, second, first)
      end
      pcall(body, first)
    end
    pcall(body)
  end
end
