-- Two services share a status, so the primary service sees changes by the secondary service.
--
-- The app acts through the secondary service, then fetches and finalizes through the primary one.
-- They don't depend on each other. Both bind the same shared key.

shared { serviceStatus = 0 }

service "SecondaryServiceProtocol" :bind "serviceStatus" {
  performAction = reply { status = 3 } :set { serviceStatus = 3 },
}

service "YourServiceProtocol" :bind "serviceStatus" {
  -- `exhausted` applies after the last response. "repeatLast" is the default.
  performAction    = { reply { status = 3 } :set { serviceStatus = 3 }, exhausted = "repeatLast" },
  checkEligibility = reply(true),
  fetchData        = reply { status = 5 },
  finalize         = reply { status = 7 } :set { serviceStatus = 7 },
  resetState       = reply(),
  tearDown         = reply(),
}
