-- Modules by names that lead out of the folder: dots, slashes, absolute paths, NUL. Expected: located errors.
-- expect: error module
for _, name in ipairs { "../x", "/etc/passwd", "a..b", ".", "..", "a/../../b", "\0", "x\0y", "a.", "~", "C:\\x", "%2e%2e" } do
  assert(not pcall(require, name))
end
require "../../etc/passwd"
