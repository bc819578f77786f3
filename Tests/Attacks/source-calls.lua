-- A chain of a hundred thousand calls and method calls. Expected: it ends in time.
-- expect: error .
local x = reply(1) {{100000|:after(1)}}
x()
local y = x {{50000|()}}
