-- The responses for the tests of the banking app. At the top level, everything works. Each variant
-- changes only what its tests need.
--
--   mocklua banking.lua --variant mfa

shared { sessionStatus = 0 }

-- Returns a response that changes the status of the session.
local function moves_to(status, more)
  local value = { status = status }
  for key, item in pairs(more or {}) do value[key] = item end
  return reply(value) :set { sessionStatus = status }
end

service "PrimaryServiceProtocol" :bind "sessionStatus" {
  performAction     = moves_to(3),
  canVerifyIdentity = reply(true),
  verifyIdentity    = reply { status = 5 },
  finalizeSession   = moves_to(7),
  resetProfiler     = reply(),
  signOut           = reply() :set { sessionStatus = 0 },
}

service "SecondaryServiceProtocol" {
  performAction = moves_to(3),
  verify        = reply(true),
  enroll        = reply { enrolled = true },
  reset         = reply(),
}

service "TertiaryServiceProtocol" {
  fetchAccounts = reply {
    { id = "current", name = "Current" },
    { id = "savings", name = "Savings" },
  },
  fetchBalance = {
    when({ accountID = "current" }, reply { accountID = "current", amount = 4200 }),
    when({ accountID = "savings" }, reply { accountID = "savings", amount = 100000 }),
  },
  refresh = reply(),
}

service "QuaternaryServiceProtocol" {
  quote = reply { fee = 10, total = 510 },
  transfer = {
    when({ amount = is.gt(100000) }, fail("limitExceeded", "At most 1000.00 a day.")),
    reply { id = "t1", from = "current", to = "savings", amount = 500, state = "pending" },
  },
  cancel  = reply(),
  history = reply(array {}),
}

local function message(id, text, isRead)
  return { id = id, text = text, isRead = isRead }
end

service "QuinaryServiceProtocol" {
  unreadCount = { reply(2), reply(1) },
  fetchMessages = {
    reply { message("m1", "Welcome", false), message("m2", "Terms", false) },
    reply { message("m1", "Welcome", true), message("m2", "Terms", false) },
  },
  markRead = reply(),
  updates = stream {
    message("m3", "Rates rise", false),
    message("m4", "Rates fall", false),
  } :every(1),
}

-- The bank rejects the password.
variant("action-fails", function()
  override("PrimaryServiceProtocol", "performAction",
    fail("invalidInput", "The provided input was invalid."))
end)

-- The first attempt fails, the second succeeds.
variant("retry", function()
  override("PrimaryServiceProtocol", "performAction",
    { fail("networkTimeout", "Connection timed out"), moves_to(3) })
end)

-- After the password, the bank requires a second factor and then a one-time password.
variant("mfa", function()
  override("PrimaryServiceProtocol", "performAction", moves_to(1, { next = "mfa" }))
  override("PrimaryServiceProtocol", "canVerifyIdentity", reply(false))
  service "PrimaryServiceProtocol".elevateAccess =
    moves_to(2, { next = "otp", sentTo = "+1 *** 42" })
  service "OTPServiceProtocol".verify = {
    when({ code = "123456" }, reply() :set { sessionStatus = 5 }),
    fail("badCode", "Wrong code, try again."),
  }
end)

-- The device verifies the user after the password.
variant("device", function()
  service "PrimaryServiceProtocol".elevateAccess = moves_to(5)
end)

-- The user must be verified, but the device isn't enrolled.
variant("no-device", function()
  service "PrimaryServiceProtocol".elevateAccess = moves_to(5)
  override("SecondaryServiceProtocol", "verify", reply(false))
end)

-- The session already exists when the app is launched.
variant("established", function()
  override { sessionStatus = 7 }
end)

-- Every response is delayed, so that each spinner appears.
variant("slow", function()
  default_delay(100)
end)

-- Responses are computed from the arguments and from earlier calls.
variant("live", function()
  override { sessionStatus = 7 }
  local amounts = { current = 4200, savings = 100000 }
  local orders = 0

  override("TertiaryServiceProtocol", "fetchBalance", function(args)
    return { accountID = args.accountID, amount = amounts[args.accountID] }
  end)
  override("QuaternaryServiceProtocol", "transfer", function(args)
    if args.amount > amounts[args.from] then
      return fail("insufficientFunds", "There are only " .. amounts[args.from] .. " cents.")
    end
    amounts[args.from] = amounts[args.from] - args.amount
    amounts[args.to] = amounts[args.to] + args.amount
    orders = orders + 1
    return {
      id = "live" .. orders, from = args.from, to = args.to, amount = args.amount,
      state = "pending",
    }
  end)
end)
