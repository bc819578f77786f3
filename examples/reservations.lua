-- A reservation service with state: new reservations can be fetched, and canceled ones can't.
--
-- Fixed responses test that an app calls the right methods. A mock with state tests a sequence of
-- calls: reserve, cancel, fetch again. Its responses are functions, so they need a process that
-- runs Lua. `mocklua` lists them.

local landmarks = fixture "fixtures/landmarks.json"
local reservations = collection "reservations"

-- The user's existing reservations. `insert` gives each row an id.
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
