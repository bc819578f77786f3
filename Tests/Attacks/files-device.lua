-- Fixtures and modules that are no files: folders, devices, endless ones, by the search path. Expected: a located error, in time.
-- run: FILE --path /dev
-- expect: error .
assert(not pcall(fixture, "."))
assert(not pcall(fixture, "fd"))
fixture "zero"
