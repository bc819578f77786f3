-- Fixtures and modules that aren't files: folders, devices, and endless ones, also on the search path. Expected: a located error in time.
-- run: FILE --path /dev
-- expect: error .
assert(not pcall(fixture, "."))
assert(not pcall(fixture, "fd"))
fixture "zero"
