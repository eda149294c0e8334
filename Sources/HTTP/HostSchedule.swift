/// Which transfer starts next, so that no host sees more than a few at a time nor two too close together. Pure: time
/// is passed in. Every step costs the same however many addresses and hosts there are.
struct HostSchedule {
    /// A transfer that may start now.
    struct Start: Equatable {
        var index: Int
        /// No other transfer to the host waits behind it, so its connection need not be kept.
        var isLastOfHost: Bool
    }

    private struct Host {
        var firstWaiting: Int?
        var lastWaiting: Int?
        var running = 0
        var notBefore = -Double.infinity
        var isQueued = false
        var repeats = 0
    }

    /// How often a host is asked again in a run, all its addresses together: one in trouble gets no flood on top.
    static let repeatsPerHost = 8

    private let perHost: Int
    private let gap: Double
    private var hosts: [Host] = []
    private var hostOfIndex: [Int32] = []
    private var nextOfIndex: [Int32]
    private var ready = Queue()
    /// Hosts whose gap has not passed, roughly in the order in which it will: none waits more than one gap too long.
    private var resting = Queue()
    private var delayed = DelayedIndices()
    private(set) var waiting: Int

    /// A schedule for these addresses, in this order within each host.
    init(addresses: [String], plan: TransferPlan) {
        perHost = max(1, plan.perHost)
        gap = max(0, plan.hostGapSeconds)
        waiting = addresses.count
        nextOfIndex = Array(repeating: -1, count: addresses.count)
        hostOfIndex.reserveCapacity(addresses.count)
        var numbers: [String: Int] = [:]
        for (index, address) in addresses.enumerated() {
            // One alone shares its host with nobody.
            let name = addresses.count > 1 ? host(of: address) : ""
            let number = numbers[name] ?? hosts.count
            if number == hosts.count {
                numbers[name] = number
                hosts.append(Host())
                ready.append(number)
                hosts[number].isQueued = true
            }
            hostOfIndex.append(Int32(number))
            enqueue(index, at: number)
        }
    }

    /// The next transfer that may start at `now`, if any.
    mutating func next(at now: Double) -> Start? {
        while let index = delayed.removeFirst(notAfter: now) {
            let number = Int(hostOfIndex[index])
            enqueue(index, at: number)
            queueIfPossible(number, at: now)
        }
        while let number = resting.first, hosts[number].notBefore <= now {
            resting.removeFirst()
            ready.append(number)
        }
        guard let number = ready.first else { return nil }
        ready.removeFirst()
        hosts[number].isQueued = false
        guard let index = hosts[number].firstWaiting else { return next(at: now) }
        dequeue(from: number)
        hosts[number].running += 1
        hosts[number].notBefore = now + gap
        queueIfPossible(number, at: now)
        return Start(index: index, isLastOfHost: hosts[number].firstWaiting == nil)
    }

    /// Tells that a transfer has ended.
    mutating func finished(_ index: Int, at now: Double) {
        let number = Int(hostOfIndex[index])
        hosts[number].running -= 1
        queueIfPossible(number, at: now)
    }

    /// Puts a transfer that has ended back, to start again at that time at the earliest; false when its host had enough.
    mutating func `repeat`(_ index: Int, notBefore time: Double) -> Bool {
        let number = Int(hostOfIndex[index])
        guard hosts[number].repeats < Self.repeatsPerHost else { return false }
        hosts[number].repeats += 1
        delayed.insert(index, at: time)
        waiting += 1
        return true
    }

    /// When a resting host or a delayed transfer has its turn; nil when there is none.
    var nextWake: Double? {
        let rested = resting.first.map { hosts[$0].notBefore }
        guard let rested, let delayed = delayed.firstTime else { return rested ?? delayed.firstTime }
        return min(rested, delayed)
    }

    /// Takes out all that still wait, in list order.
    mutating func removeWaiting() -> [Int] {
        var removed: [Int] = []
        for number in hosts.indices {
            while let index = hosts[number].firstWaiting {
                removed.append(index)
                dequeue(from: number)
            }
        }
        while let index = delayed.removeFirst(notAfter: .infinity) {
            removed.append(index)
            waiting -= 1
        }
        ready = Queue()
        resting = Queue()
        return removed.sorted()
    }

    private mutating func queueIfPossible(_ number: Int, at now: Double) {
        let host = hosts[number]
        guard !host.isQueued, host.firstWaiting != nil, host.running < perHost else { return }
        hosts[number].isQueued = true
        if host.notBefore > now { resting.append(number) } else { ready.append(number) }
    }

    private mutating func enqueue(_ index: Int, at number: Int) {
        nextOfIndex[index] = -1
        if let last = hosts[number].lastWaiting {
            nextOfIndex[last] = Int32(index)
        } else {
            hosts[number].firstWaiting = index
        }
        hosts[number].lastWaiting = index
    }

    private mutating func dequeue(from number: Int) {
        guard let index = hosts[number].firstWaiting else { return }
        waiting -= 1
        let next = nextOfIndex[index]
        hosts[number].firstWaiting = next < 0 ? nil : Int(next)
        if next < 0 { hosts[number].lastWaiting = nil }
    }
}

/// First in, first out, with the space of those gone given back.
private struct Queue {
    private var elements: [Int] = []
    private var head = 0

    var first: Int? {
        head < elements.count ? elements[head] : nil
    }

    mutating func append(_ element: Int) {
        elements.append(element)
    }

    mutating func removeFirst() {
        head += 1
        if head * 2 > elements.count && head > 64 {
            elements.removeFirst(head)
            head = 0
        }
    }
}
