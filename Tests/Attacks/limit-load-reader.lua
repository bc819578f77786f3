-- The reader function of `load` returns endless source. Expected: a located error.
-- expect: error {limit}
while true do pcall(load, function() return "local x = 1 " end) end
