-- Tables that imitate read-only views: of themselves, of each other, and of values that aren't tables. Expected: located errors.
-- run: call FILE S.m {} S.m {} S.m {} S.m
-- expect: either .
local first, second = {}, {}
setmetatable(first, { __data = second })
setmetatable(second, { __data = first })
local own = {}
setmetatable(own, { __data = own })
local deep = { 1 }
for _ = 1, 5000 do deep = setmetatable({}, { __data = deep }) end
local odd = setmetatable({}, { __data = "\4", __name = {}, __index = 5 })
service "S" {
  ok = reply "alive",
  m = function(_, call) return ({ first, own, deep, odd })[call.count] end,
}
