/// Remembers the roles of elements by the pointers of their names. libxml2 keeps each name once in its dictionary, so
/// that a pointer stands for a name as long as the dictionary lives, and no name is read twice.
struct RoleMemo: ~Copyable {
    private struct Entry {
        var name: UnsafePointer<UInt8>?
        var scope: UnsafePointer<UInt8>?
        var role = ElementRole.other
    }

    private static let size = 512
    private let entries: UnsafeMutablePointer<Entry>
    /// Some role holds for the present document alone, because the root's namespace decided it.
    private(set) var dependsOnHome = false

    init() {
        entries = .allocate(capacity: RoleMemo.size)
        entries.initialize(repeating: Entry(), count: RoleMemo.size)
    }

    deinit { entries.deallocate() }

    /// Forgets everything; the dictionary is another one.
    mutating func removeAll() {
        entries.update(repeating: Entry(), count: RoleMemo.size)
        dependsOnHome = false
    }

    /// The role of an element; `home` is the namespace of the root.
    mutating func role(
        name: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, namespace: UnsafePointer<UInt8>?,
        home: UnsafePointer<UInt8>?
    ) -> ElementRole {
        let scope = namespace ?? prefix
        let mixed = UInt(bitPattern: name) &* 0x9e37_79b9_7f4a_7c15 ^ UInt(bitPattern: scope) &* 0xc2b2_ae3d_27d4_eb4f
        let slot = entries + Int(mixed >> 55)
        if slot.pointee.name == name && slot.pointee.scope == scope { return slot.pointee.role }
        let isHome = namespace != nil && prefix == nil && namespace == home
        let role = Vocabulary.role(
            name: name.cBytes.text, prefix: prefix?.cBytes.text, namespace: namespace?.cBytes.text, isHome: isHome)
        if prefix == nil, let namespace, !Vocabulary.knows(namespace.cBytes.text) { dependsOnHome = true }
        slot.pointee = Entry(name: name, scope: scope, role: role)
        return role
    }
}
