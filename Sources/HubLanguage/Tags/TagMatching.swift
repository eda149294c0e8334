extension TagExpression {
    /// Whether a registration with these tags is addressed; tags are compared exactly.
    public func matches(_ tags: Set<String>) -> Bool {
        evaluate { tags.contains($0) }
    }

    /// Whether the registration would be addressed if case did not matter, though it is not. Nobody documents whether
    /// the service minds case, so such a near miss deserves a warning.
    public func matchesOnlyIgnoringCase(_ tags: Set<String>) -> Bool {
        guard !matches(tags) else { return false }
        let folded = Set(tags.map { $0.lowercased() })
        return evaluate { folded.contains($0.lowercased()) }
    }

    /// Tags of which every addressed registration has at least one, so that an index by tag finds all of them; nil when
    /// registrations without any of the tags may be addressed too, as by `!Sports`.
    public var anchors: Set<String>? {
        var stack: [Set<String>?] = []
        for operation in program {
            switch operation {
            case .tag(let tag): stack.append([tag])
            case .not:
                stack.removeLast()
                stack.append(nil)
            case .and, .or:
                let right = stack.removeLast()
                let left = stack.removeLast()
                stack.append(operation == .and ? smaller(left, right) : union(left, right))
            }
        }
        return stack.last ?? nil
    }

    /// At most 20 tags stand in an expression, so its intermediate results fit into the bits of one word.
    private func evaluate(_ has: (String) -> Bool) -> Bool {
        var bits: UInt64 = 0
        for operation in program {
            switch operation {
            case .tag(let tag): bits = bits << 1 | (has(tag) ? 1 : 0)
            case .not: bits ^= 1
            case .and: bits = bits >> 1 & (bits | ~1)
            case .or: bits = bits >> 1 | (bits & 1)
            }
        }
        return bits & 1 == 1
    }
}

private func smaller(_ left: Set<String>?, _ right: Set<String>?) -> Set<String>? {
    guard let left, let right else { return left ?? right }
    return left.count <= right.count ? left : right
}

private func union(_ left: Set<String>?, _ right: Set<String>?) -> Set<String>? {
    guard let left, let right else { return nil }
    return left.union(right)
}
