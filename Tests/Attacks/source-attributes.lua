-- Thousands of constants and closing variables. Expected: a located error.
-- expect: error .
{{1000|local x\i <close> = nil
}}
