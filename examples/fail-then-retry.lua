-- The first attempt times out. The user taps Retry, and the second succeeds.

local primary = require "presets.primary"

primary.failThenRetry()
