-- The session exists before the app starts: the settings screen, for one, needs no login.

local primary = require "presets.primary"

primary.alreadyEstablished()
