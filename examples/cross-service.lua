-- Two services, one status: what the secondary service does, the primary one sees.
--
-- The app acts through the secondary service, then fetches and finalizes through the primary one.
-- Neither knows of the other; both bind the same shared key.

shared { serviceStatus = 0 }

service "SecondaryServiceProtocol" :binds "serviceStatus" {
  performAction = reply { status = 3 } :set { serviceStatus = 3 },
}

service "YourServiceProtocol" :binds "serviceStatus" {
  -- What happens after the last answer: here, as by default, it repeats.
  performAction    = { reply { status = 3 } :set { serviceStatus = 3 }, exhausted = "repeatLast" },
  checkEligibility = reply(true),
  fetchData        = reply { status = 5 },
  finalize         = reply { status = 7 } :set { serviceStatus = 7 },
  resetState       = reply(),
  tearDown         = reply(),
}
