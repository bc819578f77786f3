import Foundation
import Testing

@testable import ReservationExample

@Suite struct CacheTests {
  let folder = TemporaryFolder()
  let samples = Reservation.sampleList

  @Test("The memory cache evicts the least recently used value")
  func leastRecentlyUsed() async {
    let memory = MemoryCache(maxItemsPerType: 2)
    await memory.save(samples[0])
    await memory.save(samples[1])
    #expect(await memory.item(samples[0].cacheId) == samples[0])
    await memory.save(samples[2])
    #expect(await memory.item(samples[1].cacheId, as: Reservation.self) == nil)
    #expect(await memory.item(samples[0].cacheId) == samples[0])
    #expect(await memory.item(samples[2].cacheId) == samples[2])
  }

  @Test("Each type has its own limit")
  func types() async {
    let memory = MemoryCache(maxItemsPerType: 1)
    await memory.save(samples[0])
    await memory.save(Landmark.sampleData[0])
    #expect(await memory.item(samples[0].cacheId) == samples[0])
    #expect(await memory.item(samples[0].cacheId, as: Landmark.self) == nil)
  }

  @Test("The disk cache survives a restart and refills the memory cache")
  func restart() async {
    let first = TieredCache(memory: MemoryCache(), disk: DiskCache(folder: folder.url))
    await first.save(samples[0])
    let second = TieredCache(memory: MemoryCache(), disk: DiskCache(folder: folder.url))
    #expect(await second.memory.item(samples[0].cacheId, as: Reservation.self) == nil)
    #expect(await second.item(samples[0].cacheId) == samples[0])
    #expect(await second.memory.item(samples[0].cacheId) == samples[0])
  }

  @Test("Removing a value removes it from memory and disk")
  func remove() async {
    let cache = TieredCache(memory: MemoryCache(), disk: DiskCache(folder: folder.url))
    for sample in samples { await cache.save(sample) }
    await cache.remove(samples[1].cacheId, of: Reservation.self)
    #expect(await cache.item(samples[1].cacheId, as: Reservation.self) == nil)
    #expect(Set(await cache.items(Reservation.self)) == [samples[0], samples[2]])
  }

  @Test("An unreadable file counts as missing")
  func damaged() async throws {
    let disk = DiskCache(folder: folder.url)
    await disk.save(samples[0])
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.url.appending(path: "reservations"), includingPropertiesForKeys: nil)
    try Data("no JSON".utf8).write(to: try #require(files.first))
    #expect(await disk.item(samples[0].cacheId, as: Reservation.self) == nil)
    #expect(await disk.items(Reservation.self).isEmpty)
  }
}
