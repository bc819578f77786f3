import Foundation
import MockServices
import Testing

extension AnswerTests {
  @Test("Calendar: dates, raw values, subjects, a global actor, handwritten requirements")
  @MainActor
  func calendar() async throws {
    let stage = try Stage(
      """
      shared { access = "granted" }
      local event = { id = 1, title = "e", start = "2026-01-01T00:00:00Z" }
      service "CalendarStore" :bind "access" {
        events = reply(array { event }), event = { reply(event), reply(null) }, add = reply(2),
        remove = reply(),
      }
      service "CalendarViewModel" :bind "access" { reload = reply() :set { access = "denied" },
        title = reply "t" }
      service "ReminderService" {
        schedule = reply "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", cancel = reply(),
        fired = stream { "E621E1F8-C36C-495A-93FC-0C247A3E6E5F" },
      }
      service "SyncService" { sync = reply(base64("abc")) }
      service "CalendarInfo" { days = reply(31) }
      """)
    let store = MockCalendarStore(sequencer: stage["CalendarStore"])
    let start = try #require(ISO8601DateFormatter().date(from: "2026-01-01T00:00:00Z"))
    let event = Event(id: 1, title: "e", start: start)
    #expect(try await store.events(from: start, until: start) == [event])
    #expect(try await store.event(1) == event)
    #expect(try await store.event(2) == nil)
    #expect(try await store.add(event) == 2)
    try await store.remove([1])
    #expect(stage.arguments(of: "CalendarStore.remove") == ["ids": [1]])
    #expect(store.access == .granted)
    #expect(store.firstWeekday == .monday)
    store.firstWeekday = .sunday
    #expect(store.firstWeekday == .sunday)
    let model = MockCalendarViewModel(sequencer: stage["CalendarViewModel"])
    let subject = model.access
    #expect(subject === model.access)
    await model.reload()
    #expect(subject.value == .denied && store.access == .denied)
    #expect(model.selected == nil)
    model.selected = 3
    #expect(model.selected == 3)
    #expect(try await model.title(of: 1) == "t")
    let reminders = MockReminderService(sequencer: stage["ReminderService"])
    let id = try await reminders.schedule(at: start, repeats: true, userInfo: [:])
    await reminders.cancel(id)
    #expect(try await reminders.fired.collected() == [id])
    #expect(stage.arguments(of: "ReminderService.cancel") == ["id": .string(id.uuidString)])
    let sync = MockSyncService(sequencer: stage["SyncService"])
    #expect(try await sync.sync(since: nil) == Data("abc".utf8))
    #expect(await sync.lastURL == nil)
    let info = MockCalendarInfo(sequencer: stage["CalendarInfo"])
    info.track("by hand")
    #expect(await info.days(in: 1) == 31)
  }

  @Test("Requirements of a global actor whose name doesn't end with `Actor`")
  func globalActor() async throws {
    let stage = try Stage(#"service "ArchiveService" { count = reply(7), clear = reply() }"#)
    let archive = MockArchiveService(sequencer: stage["ArchiveService"])
    #expect(try await archive.count(of: 3) == 7)
    await archive.clear()
    archive.on.count { day in day * 2 }
    #expect(try await archive.count(of: 3) == 6)
    #expect(stage.arguments(of: "ArchiveService.count") == ["of": 3])
  }

  @Test("Location: streams in every form, a nested protocol")
  func location() async throws {
    let stage = try Stage(
      """
      local place, other = { latitude = 1, longitude = 2 }, { latitude = 3, longitude = 4 }
      service "LocationService" {
        updates = stream { place, other }, authorization = reply "granted", current = reply(place),
        track = stream { place } :fails("lost"),
      }
      service "GeocodingService" { address = reply(array { "a" }), search = reply(array { place }) }
      service "Service" { report = reply { degrees = 20 }, warnings = reply(null) }
      """)
    let (place, other) = (Place(latitude: 1, longitude: 2), Place(latitude: 3, longitude: 4))
    let location = MockLocationService(sequencer: stage["LocationService"])
    #expect(try await location.updates.collected() == [place, other])
    #expect(await location.authorization == .granted)
    #expect(try await location.current() == place)
    let error = await #expect(throws: MockServiceError.self) {
      try await location.track(every: 1, accuracy: nil).collected()
    }
    #expect(error?.code == "lost")
    #expect(stage.arguments(of: "LocationService.track") == ["every": 1.0])
    let geocoding = MockGeocodingService(sequencer: stage["GeocodingService"])
    #expect(try await geocoding.address(of: place) == ["a"])
    #expect(try await geocoding.search("x", near: place, limit: 1) == [place])
    let weather = Weather.MockService(sequencer: stage["Service"])
    #expect(try await weather.report(at: place) == Weather.Report(degrees: 20))
    #expect(try await weather.warnings() == nil)
  }

  @Test("Location: streams as an arbitrary sequence type")
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func regions() async throws {
    let stage = try Stage(
      """
      local place, other = { latitude = 1, longitude = 2 }, { latitude = 3, longitude = 4 }
      service "RegionMonitor" { events = stream { place }, exits = stream { other }, monitor = reply() }
      """)
    let (place, other) = (Place(latitude: 1, longitude: 2), Place(latitude: 3, longitude: 4))
    let monitor = MockRegionMonitor(sequencer: stage["RegionMonitor"])
    var seen: [Place] = []
    for try await value in await monitor.events() { seen.append(value) }
    for await value in monitor.exits() { seen.append(value) }
    #expect(seen == [place, other])
    await monitor.monitor(regions: place, other)
  }

  @Test("Chat: streams, inherited streams, subjects, associated types with defaults")
  func chat() async throws {
    let stage = try Stage(
      """
      local message = { author = "a", text = "t" }
      local chat = { send = reply(message), messages = stream { message, message },
        typing = stream { "a" }, leave = fail("locked") }
      service "ChatService" (chat)
      service "LLMEngine" { generate = reply "hi", stream = stream { "h", "i" } }
      service "ModeratedChatService" {
        send = reply(message), leave = fail("locked"), ban = fail("locked"), reports = reply(array { "r" }),
      }
      service "PresenceService" { announce = reply() }
      service "AttachmentService" { upload = reply "k", all = stream { 1, 2 } }
      """)
    let message = Message(author: "a", text: "t")
    let chat = MockChatService(sequencer: stage["ChatService"])
    #expect(try await chat.send("t", to: "r", replyTo: nil) == message)
    #expect(try await chat.messages(in: "r").collected() == [message, message])
    #expect(try await chat.typing(in: "r").collected() == ["a"])
    await #expect(throws: MockServiceError.self) { try await chat.leave("r") }
    let engine = MockLLMEngine(sequencer: stage["LLMEngine"])
    #expect(try await engine.generate(prompt: "p", temperature: 1) == "hi")
    #expect(try await engine.stream(prompt: "p").collected() == ["h", "i"])
    #expect(!engine.isLoaded)
    let moderated = MockModeratedChatService(sequencer: stage["ModeratedChatService"])
    #expect(try await moderated.send("t", to: "r", replyTo: nil) == message)
    await #expect(throws: LoginError.locked) { try await moderated.ban("u", because: "b") }
    #expect(try await moderated.reports() == ["r"])
    let presence = MockPresenceService(
      configuration: MockServiceEntry(initialState: ["online": ["a"], "count": 1]))
    #expect(presence.online.value == ["a"])
    presence.online.send([])
    #expect(presence.online.value.isEmpty)
    #expect(presence.count.value == 1)
    await presence.announce()
    let attachments = MockAttachmentService<Int, String>(sequencer: stage["AttachmentService"])
    #expect(try await attachments.upload(1, progress: { _ in }) == "k")
    #expect(try await attachments.all().collected() == [1, 2])
    #expect(attachments.cached.isEmpty)
    #expect(stage.arguments(of: "AttachmentService.upload") == ["attachment": 1])
  }

  @Test("Flags: properties, generics, availability, private protocols, unusual names")
  func flags() async throws {
    let stage = try Stage(
      """
      shared { newHome = true, variant = "a" }
      service "FeatureFlags" :bind { isNewHomeEnabled = "newHome", variant = "variant" } {}
      service "RemoteFlags" { isEnabled = function(args) return args.default end, value = reply(5),
        refresh = reply() }
      service "ExperimentService" { variant = reply "granted", expose = reply(),
        running = reply(array { "x" }) }
      service "AnalyticsService" { track = reply(), flush = reply(2), log = reply() }
      service "HiddenService" { secret = reply(42) }
      service "ShadowService" { call = reply(1), default = reply(2) }
      """)
    let flags = MockFeatureFlags(sequencer: stage["FeatureFlags"])
    #expect(flags.isNewHomeEnabled)
    #expect(flags.maximumUploads == 0)
    #expect(flags.rollout.isEmpty)
    flags.variant = "b"
    #expect(stage.state("variant") == "b")
    let remote = MockRemoteFlags(sequencer: stage["RemoteFlags"])
    #expect(await remote.isEnabled("f", default: true))
    #expect(try await remote.value(of: "f", default: 1) == 5)
    try await remote.refresh(isolation: nil)
    #expect(stage.arguments(of: "RemoteFlags.refresh") == [:])
    let experiments = MockExperimentService(sequencer: stage["ExperimentService"])
    #expect(try await experiments.variant(of: "e") == .granted)
    await experiments.expose(experiment: "e", variant: .denied, properties: [:])
    #expect(try await experiments.running == ["x"])
    let analytics = MockAnalyticsService(sequencer: stage["AnalyticsService"])
    await analytics.track(event: "e", properties: ["k": "v"])
    #expect(
      stage.arguments(of: "AnalyticsService.track") == ["event": "e", "properties": ["k": "v"]])
    #if os(Linux)
      #expect(try await analytics.flush() == 2)
    #else
      #expect(try await analytics.flush(immediately: true) == 2)
    #endif
    _ = MockMarker(sequencer: stage["Marker"])
    #expect(await Hidden.secret(stage["HiddenService"]) == 42)
    let shadow = MockShadowService(sequencer: stage["ShadowService"])
    #expect(try await shadow.call(sequencer: 1, self: 2, mocking: 3, class: 4) == 1)
    #expect(
      stage.arguments(of: "ShadowService.call")
        == ["sequencer": 1, "self": 2, "mocking": 3, "class": 4])
    #expect(try await shadow.default() == 2)
  }

  @Test("Reservations: generic results, several inherited protocols, isolated methods")
  func reservations() async throws {
    let stage = try Stage(
      """
      local booking = { id = 1, guests = 2 }
      service "ReservationService" {
        fetchReservations = reply { items = array { booking } },
        createReservation = function(args) return args.reservation end, cancelReservation = fail("late"),
      }
      service "LandmarkService" { landmarks = reply(array {}), isFavourite = reply(true), toggle = reply(),
        ping = reply() }
      service "Cache" { value = { reply(1), reply(null) }, store = reply() }
      service "TravelService" { cancelReservation = fail("never"), isFavourite = reply(false) }
      service "HealthService" { authorize = reply(true), steps = reply(9), present = fail("no") }
      service "NetworkClient" { send = reply { id = 1, guests = 2 }, fetch = reply(array { 1 }),
        delete = reply() }
      """)
    let booking = Reservation(id: 1, guests: 2)
    let service = MockReservationService(sequencer: stage["ReservationService"])
    #expect(try await service.fetchReservations(page: 1).items == [booking])
    #expect(try await service.createReservation(booking) == booking)
    await #expect(throws: MockServiceError.self) { try await service.cancelReservation(1) }
    let landmarks = MockLandmarkService(sequencer: stage["LandmarkService"])
    #expect(try await landmarks.landmarks().isEmpty)
    #expect(try await landmarks.isFavourite(1) == true)
    try await landmarks.toggle(favourite: 1)
    try await landmarks.ping()
    let cache = MockCache<Int>(sequencer: stage["Cache"])
    #expect(try await cache.value(for: "k") == 1)
    #expect(try await cache.value(for: "k") == nil)
    await cache.store(1, for: "k")
    let travel = MockTravelService(sequencer: stage["TravelService"])
    let error = await #expect(throws: MockServiceError.self) {
      try await travel.cancelReservation(1)
    }
    #expect(error?.code == "never")
    #expect(try await travel.isFavourite(1) == false)
    let health = MockHealthService(sequencer: stage["HealthService"])
    #expect(try await health.authorize())
    #expect(try await health.steps(on: 1) == 9)
    await #expect(throws: MockServiceError.self) { try await health.present() }
    let client = MockNetworkClient(sequencer: stage["NetworkClient"])
    let sent: Reservation = try await client.send("/r", body: booking)
    #expect(sent == booking)
    #expect(try await client.fetch("/n") == [1])
    try await client.delete("/r")
    #expect(
      stage.arguments(of: "NetworkClient.send")
        == ["path": "/r", "body": ["id": 1, "guests": 2]])
  }

  @Test("Arguments and results of unusual types")
  func unusual() async throws {
    let stage = try Stage(
      """
      service "UnusualService" {
        object = reply { id = 1 }, sent = reply { id = 2 }, typed = reply(), any = reply(),
        auto = reply(), docs = reply(), documented = reply(3), escaping = reply(), tuple = reply(),
        dict = reply { a = array { 1 }, b = null }, nested = reply(array { 1 }), date = reply(4),
        bytes = reply(255), meta = reply(5), many = reply(),
      }
      service "Constrained" { a = reply() }
      service "Primary" { a = reply(1), b = stream { 1 } }
      service "Inner" { a = reply(1) }
      service "NonSendable" { a = reply { id = 1 }, c = reply(2), e = reply(3) }
      service "UnusualActor" { load = reply(1), gen = reply "g" }
      """)
    let mock = MockUnusualService(sequencer: stage["UnusualService"])
    #expect(try await mock.object().id == 1)
    #expect(try await mock.sent().id == 2)
    try await mock.typed(LoginError.self)
    await mock.any([1], Int.self, some: [1], e: LoginError.locked)
    #expect(
      stage.arguments(of: "UnusualService.any")
        == ["value": [1], "type": "Int", "some": [1], "e": "locked"])
    await mock.auto(1, nil)
    #expect(stage.arguments(of: "UnusualService.auto") == ["value": 1])
    try await mock.docs(a: 1, b: 2)
    #expect(stage.arguments(of: "UnusualService.docs") == ["a": 1, "b": 2])
    #expect(try await mock.documented() == 3)
    #expect(throws: MockServiceError.self) { try mock.thrown }
    await mock.escaping { _ in }
    await mock.tuple((a: 1, b: "x"), o: (1, Opaque()))
    #expect(
      stage.arguments(of: "UnusualService.tuple")?.member("t") == ["a": 1, "b": "x"])
    #expect(try await mock.dict() == ["a": [1], "b": nil])
    #expect(try await mock.nested() == [1])
    #expect(try await mock.date("c", 1..<2, "u") == 4)
    #expect(try await mock.bytes([1]) == 255)
    #expect(try await mock.meta() == 5)
    await mock.many((1, 2), (3, 4))
    #expect(stage.arguments(of: "UnusualService.many") == ["values": [[1, 2], [3, 4]]])
    await MockConstrained(sequencer: stage["Constrained"]).a()
    let primary = MockPrimary<Int>(sequencer: stage["Primary"])
    #expect(try await primary.a() == 1)
    #expect(try await primary.b().collected() == [1])
    primary.c = 9
    #expect(primary.c == 9)
    #expect(try await Holder.MockInner(sequencer: stage["Inner"]).a(Opaque()) == 1)
    let plain = MockNonSendable(sequencer: stage["NonSendable"])
    #expect(try await plain.a(Opaque()).id == 1)
    #expect(try await plain.c() + plain.e() == 5)
    let actor = UnusualActor(sequencer: stage["UnusualActor"])
    #expect(try await actor.load(Opaque()) == 1)
    #expect(await actor.gen() == "g")
  }
}
