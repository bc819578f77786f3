-- Presets of the primary service. Each has defaults that a test can change.
--
--   local primary = require "presets.primary"
--   primary.happyPath { finalStatus = 9 }

local with_defaults = require "presets.options"
local primary = {}

-- Declares the service with the methods of all presets, and the methods of this preset.
local function declare(initialStatus, methods)
  shared { sessionStatus = initialStatus }
  local handle = service "PrimaryServiceProtocol" :bind "sessionStatus"
  handle { resetProfiler = reply(), signOut = reply() }
  handle(methods)
end

-- Returns a response that changes the status of the session.
local function moves_to(status)
  return reply { status = status } :set { sessionStatus = status }
end

-- Act, verify, finalize: everything succeeds.
function primary.happyPath(options)
  options = with_defaults(options, { initialStatus = 0, actionStatus = 3, finalStatus = 7 })
  declare(options.initialStatus, {
    performAction     = moves_to(options.actionStatus),
    verifyIdentity    = reply { status = 5 },
    canVerifyIdentity = reply(true),
    finalizeSession   = moves_to(options.finalStatus),
  })
end

-- The action fails with an app-specific error.
function primary.actionFails(options)
  options = with_defaults(options, {
    code = "invalidInput", message = "The provided input was invalid.",
  })
  declare(0, { performAction = fail(options.code, options.message) })
end

-- The first attempt fails, the second succeeds.
function primary.failThenRetry(options)
  options = with_defaults(options, { errorCode = "networkTimeout", retryStatus = 3 })
  declare(0, {
    performAction = {
      fail(options.errorCode, "Connection timed out"),
      moves_to(options.retryStatus),
    },
    verifyIdentity    = reply { status = 5 },
    canVerifyIdentity = reply(true),
    finalizeSession   = moves_to(7),
  })
end

-- After the first action, which leads to `initialStatus`, access must be elevated.
function primary.elevatedAccessRequired(options)
  options = with_defaults(options, { initialStatus = 3, elevatedStatus = 5, finalStatus = 7 })
  declare(0, {
    performAction     = moves_to(options.initialStatus),
    elevateAccess     = moves_to(options.elevatedStatus),
    verifyIdentity    = reply { status = 5 },
    canVerifyIdentity = reply(true),
    finalizeSession   = moves_to(options.finalStatus),
  })
end

-- The session already exists, for tests that start in the middle of a flow.
function primary.alreadyEstablished(options)
  options = with_defaults(options, { status = 7 })
  declare(options.status, { canVerifyIdentity = reply(true) })
end

return primary
