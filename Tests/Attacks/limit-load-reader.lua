-- The reader of `load` never ends its text. Expected: a located error.
-- expect: error {limit}
while true do pcall(load, function() return "local x = 1 " end) end
