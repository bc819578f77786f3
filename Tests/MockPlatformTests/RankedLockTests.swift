import MockPlatform
import TestSupport
import Testing

@Suite struct RankedLockTests {
  /// `@unchecked Sendable`: only accessed under the test's lock.
  private final class Counter: @unchecked Sendable {
    var value = 0
  }

  @Test("Blocking threads and parked tasks take turns, and all get the lock")
  func turns() async {
    let (lock, counter) = (RankedLock(.choosing), Counter())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          for _ in 0..<500 {
            while !lock.tryToTake() { await lock.suspend() }
            defer { lock.release() }
            counter.value += 1
          }
        }
      }
      group.addTask {
        await onThreads(8) {
          for _ in 0..<500 { lock.withLock { counter.value += 1 } }
        }
      }
    }
    let count = lock.withLock { counter.value }
    #expect(count == 12_000)
  }

  @Test("The owner can lock again, and others wait until it has unlocked as often")
  func again() async {
    let (lock, tried) = (RankedLock(.script), Flag())
    let wasTaken = Locked<[Bool]>([])
    await onThreads(1) {
      lock.take()
      wasTaken.withLock { $0.append(lock.tryToTake()) }
      lock.release()
      let other = startThread {
        let isTaken = lock.tryToTake()
        if isTaken { lock.release() }
        wasTaken.withLock { $0.append(isTaken) }
        tried.raise()
        lock.withLock {}
      }
      tried.wait()
      lock.release()
      other.wait()
    }
    #expect(wasTaken.withLock { $0 } == [true, false])
  }

  @Test("A parked task leaves its thread to others while the lock is held")
  func parking() async {
    let (lock, held, free) = (RankedLock(.script), Flag(), Flag())
    let holder = startThread {
      lock.take()
      held.raise()
      free.wait()
      lock.release()
    }
    held.wait()
    let waiting = (0..<64).map { _ in
      Task {
        while !lock.tryToTake() { await lock.suspend() }
        lock.release()
      }
    }
    // More tasks are parked than the pool has threads, but this one still runs.
    for _ in 0..<100 { await Task.yield() }
    #expect(await Task.detached { true }.value)
    free.raise()
    for task in waiting { await task.value }
    holder.wait()
  }

  @Test("Deferred work runs in order when the thread releases its last lock")
  func deferred() {
    let (outer, inner, seen) = (RankedLock(.choosing), RankedLock(.script), Counter())
    outer.withLock {
      inner.withLock {
        RankedLock.whenFree { seen.value += 1 }
        RankedLock.whenFree { seen.value *= 10 }
      }
      #expect(seen.value == 0)
    }
    #expect(seen.value == 10)
    RankedLock.whenFree { seen.value += 1 }
    #expect(seen.value == 11)
    #expect(!RankedLock.isAnyHeld)
  }

  #if DEBUG
    @Test("A debug build stops if locks are taken out of order")
    func order() async {
      await #expect(processExitsWith: .failure) {
        let (first, second) = (RankedLock(.choosing), RankedLock(.script))
        second.withLock { first.withLock {} }
      }
    }
  #endif
}
