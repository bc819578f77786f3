-- Module names that lead outside the folder: dots, slashes, absolute paths, and NUL. Expected: located errors.
-- expect: error module
for _, name in ipairs { "../x", "/etc/passwd", "a..b", ".", "..", "a/../../b", "\0", "x\0y", "a.", "~", "C:\\x", "%2e%2e" } do
  assert(not pcall(require, name))
end
require "../../etc/passwd"
