-- Chunks with environments that show or hide everything. Expected: a response or a located error.
-- run: call S.m
-- expect: either .
local spy = setmetatable({}, { __index = function(_, key) return _G[key] end, __newindex = function() end })
local body = load([[x = 5 local p, s = pcall, setmetatable
local _ENV = s({}, { __index = function() y = 1 end })
return p(function() return y end)]], "=b", "t", spy)
service "S" { ok = reply "alive", m = function() return (pcall(body)) end }
