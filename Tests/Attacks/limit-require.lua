-- A module spins while it is loaded, and pcall around `require` catches that. Expected: a located error.
-- file: part.lua while true do pcall(function() while true do end end) end
-- expect: refused {limit}
pcall(require, "part")
pcall(require, "part")
