-- Fifty thousand labels and gotos in one function, many of them unresolved. Expected: it ends in time.
-- expect: either .
do {{20000|goto l\i ::l\i::
}} end
do {{3000|goto out\i
}} end
