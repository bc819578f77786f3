-- A second verification that succeeds.

local secondary = require "presets.secondary"

secondary.enabled()
