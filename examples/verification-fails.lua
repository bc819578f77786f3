-- A second verification that breaks down.

local secondary = require "presets.secondary"

secondary.verificationFails()
