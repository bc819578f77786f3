-- Blocks, ifs, and loops nested thirty thousand levels deep. Expected: a located error.
-- expect: error .
{{30000|do if 1 then while 1 do }} {{30000| end end end}}
