-- Functions nested fifty thousand levels deep. Expected: a located error.
-- expect: error .
local f = {{50000|function() return }} 1 {{50000| end}}
