-- More locals than a function may have. Expected: a located error.
-- expect: error .
{{300|local x\i = \i
}}
