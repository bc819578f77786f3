-- A module requires itself through pcall and through other modules. Expected: a located error.
-- file: first.lua return require "second"
-- file: second.lua local ok, problem = pcall(require, "first") return require "first"
-- expect: refused circular
require "first"
