-- More upvalues than a function may have. Expected: a located error.
-- expect: error .
{{150|local a\i = \i
}}
local function outer()
{{150|local b\i = \i
}}
  return function() return 0 {{150|+ a\i }} {{150|+ b\i }} end
end
