-- A reservation service that works: what is created can be fetched, what is cancelled is gone.
--
-- Canned answers show that an app calls the right methods. A mock with a state shows that it makes
-- sense of a whole sequence: reserve, cancel, look again. Its answers are functions, so a process
-- that runs Lua has to ask them; `mocklua` lists them as live only.

local landmarks = fixture "fixtures/landmarks.json"
local reservations = collection "reservations"

-- What the user has reserved already. `insert` gives each row an id.
reservations:insert {
  landmarkId = landmarks[1].id, date = clock.date { days = 7 }, partySize = 2, status = "confirmed",
}
reservations:insert {
  landmarkId = landmarks[2].id, date = clock.date { days = 14 }, partySize = 6, status = "pending",
}

local function is_known(landmarkId)
  for _, landmark in ipairs(landmarks) do
    if landmark.id == landmarkId then return true end
  end
  return false
end

service "LandmarkService" {
  fetchLandmarks = reply(landmarks),
}

service "ReservationService" {
  createReservation = reply(function(args)
    if not is_known(args.landmarkId) then return fail("notFound", "Landmark not found.") end
    if args.partySize < 1 then
      return fail("invalidPartySize", "A party has at least one guest.")
    end
    return reservations:insert {
      landmarkId = args.landmarkId,
      date       = args.date,
      partySize  = args.partySize,
      status     = "confirmed",
    }
  end) :after(100),

  fetchReservations = reply(function()
    return reservations:all()
  end) :after(200),

  cancelReservation = reply(function(args)
    if not reservations:remove(args.id) then return fail("notFound", "Reservation not found.") end
  end) :after(100),
}
