-- The console shows objects with hostile fields, metatables, and conversions. Expected: it continues.
-- run: repl
-- expect: either .
-- seconds: 5
setmetatable({}, { __tostring = function() while true do end end })
setmetatable({}, { __name = ("x"):rep(10000000) })
setmetatable({}, { __pairs = error, __index = error, __metatable = {} })
setmetatable({}, { __data = setmetatable({}, { __data = {} }), __metatable = false })
reply(1):set { a = { b = { ("x"):rep(100) } } }
{ [{}] = {}, [print] = print, [1.5] = coroutine.create(print) }
