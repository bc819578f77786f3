-- A second verification that fails.

local secondary = require "presets.secondary"

secondary.verificationFails()
