internal import Synchronization
internal import Threads

/// Does the work of every number below `count` on threads of their own, and gives what came of it, in order. What each
/// thread does depends on its number alone, so that the same input gives the same bytes however many cores there are.
func sideBySide<Outcome: Sendable>(_ count: Int, _ work: @escaping @Sendable (Int) -> Outcome) -> [Outcome] {
    let outcomes = Outcomes<Outcome>()
    let threads = (0..<count).compactMap { number in
        Worker {
            let outcome = work(number)
            outcomes.made.withLock { $0[number] = outcome }
        }
    }
    for thread in threads { thread.join() }
    let made = outcomes.made.withLock { $0 }
    // A thread that could not be started leaves its work to this one.
    return (0..<count).map { made[$0] ?? work($0) }
}

private final class Outcomes<Outcome: Sendable>: Sendable {
    let made = Mutex<[Int: Outcome]>([:])
}
