-- Data whose metatable forges its length, elements, and pairs, endlessly. Expected: a response or a located error.
-- run: call FILE S.m {} S.m {} S.m
-- expect: either .
local function spin() while true do end end
local lies = {
  setmetatable({}, { __len = function() return 1 << 60 end, __index = function(_, i) return i end }),
  setmetatable({ 1 }, { __pairs = function() return function() return 1, 1 end end, __len = spin }),
  setmetatable({}, { __index = spin, __len = spin, __pairs = spin, __name = "lies" }),
}
service "S" { ok = reply "alive", m = function(_, call) return lies[call.count] end }
