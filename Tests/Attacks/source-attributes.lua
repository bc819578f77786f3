-- Thousands of constants and variables to be closed. Expected: a located error.
-- expect: error .
{{1000|local x\i <close> = nil
}}
