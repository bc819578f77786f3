-- A module loops while it is loaded, and pcall around `require` catches the limit. Expected: a located error.
-- file: part.lua while true do pcall(function() while true do end end) end
-- expect: refused {limit}
pcall(require, "part")
pcall(require, "part")
