-- Thirty days of a busy calendar, made from the scenario's clock and seed. The events look
-- realistic in charts, and are the same in every run. A different `--seed` gives other events.

local people = { "Ada", "Grace", "Edsger", "Barbara" }
local workouts = { "Gym", "Gym: legs", "Gym: climbing wall", "Gym: yoga" }
local events = {}

local function choice(list) return list[random(#list)] end

local function add(title, category, from, to)
  events[#events + 1] = {
    id = uuid(), title = title, category = category, isAllDay = false,
    startDate = clock.date(from), endDate = clock.date(to),
  }
end

-- Adds an event from midnight to midnight.
local function add_all_day(title, category, first, days)
  add(title, category, { days = first, hour = 0 }, { days = first + days, hour = 0 })
  events[#events].isAllDay = true
end

-- Returns the weekday of a day after the start: "Mon", "Tue", ...
local function weekday(day) return os.date("%a", clock() // 1000 + day * 24 * 60 * 60) end

local has_standup = { Mon = true, Wed = true, Fri = true }
local is_weekend = { Sat = true, Sun = true }

for day = 0, 29 do
  local name = weekday(day)
  if is_weekend[name] then
    local title, hour = choice(workouts), random(8, 11)
    add(title, "health", { days = day, hour = hour }, { days = day, hour = hour + 1, minute = 30 })
  else
    if has_standup[name] then
      add("Standup", "work", { days = day, hour = 9, minute = 30 },
        { days = day, hour = 9, minute = 45 })
    end
    add("Deep Work", "focus", { days = day, hour = 10 }, { days = day, hour = 12 })
  end
  if name == "Thu" then -- once a week, with a random person, in the afternoon
    local title, hour = "1:1 with " .. choice(people), random(13, 16)
    add(title, "work", { days = day, hour = hour }, { days = day, hour = hour, minute = 30 })
  end
end

-- Two retreats, one in each half of the month.
add_all_day("Team retreat", "work", random(4, 10), 2)
add_all_day("Yoga retreat", "personal", random(16, 24), 3)

table.sort(events, function(a, b)
  return a.startDate < b.startDate or a.startDate == b.startDate and a.id < b.id
end)

service "CalendarStoreProtocol" {
  fetchEvents = reply(events),
}

-- Returns the events in the requested interval. ISO 8601 dates sort like strings.
variant("live", function()
  override("CalendarStoreProtocol", "fetchEvents", function(args)
    local found = array {}
    for _, event in ipairs(events) do
      if event.startDate >= args.from and event.startDate <= args.to then
        found[#found + 1] = event
      end
    end
    return found
  end)
end)
