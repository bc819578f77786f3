-- Fifty thousand gotos to labels at the end of nested blocks. Expected: it ends in time.
-- expect: either .
-- seconds: 4
{{30000|do goto done end
}} ::done::
