-- The first attempt times out; the user taps retry, and it works.

local primary = require "presets.primary"

primary.failThenRetry()
