-- A long string that is opened a hundred thousand times and never closed. Expected: a short message.
-- expect: error unfinished
local x = [===[ {{100000|[===[ ]== ]] }}
