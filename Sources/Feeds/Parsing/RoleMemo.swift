/// Remembers the roles of elements by the pointers of their names. libxml2 keeps each name once in its dictionary, so
/// that a pointer stands for a name as long as the dictionary lives, and no name is read twice.
struct RoleMemo: ~Copyable {
    private struct Entry {
        var name: UnsafePointer<UInt8>?
        var scope: UnsafePointer<UInt8>?
        /// Whether the role depends on the element's namespace being the root's, and whether it was.
        var dependsOnHome = false
        var isHome = false
        var role = ElementRole.other
    }

    private static let size = 512
    /// Places that are looked at for one name.
    private static let reach = 8
    private let entries: UnsafeMutablePointer<Entry>

    init() {
        entries = .allocate(capacity: RoleMemo.size)
        entries.initialize(repeating: Entry(), count: RoleMemo.size)
    }

    deinit { entries.deallocate() }

    /// Forgets everything; the dictionary is another one.
    mutating func removeAll() {
        entries.update(repeating: Entry(), count: RoleMemo.size)
    }

    /// The role of an element; `home` is the namespace of the root.
    mutating func role(
        name: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, namespace: UnsafePointer<UInt8>?,
        home: UnsafePointer<UInt8>?
    ) -> ElementRole {
        let scope = namespace ?? prefix
        let isHome = namespace != nil && prefix == nil && namespace == home
        let mixed = UInt(bitPattern: name) &* 0x9e37_79b9_7f4a_7c15 ^ UInt(bitPattern: scope) &* 0xc2b2_ae3d_27d4_eb4f
        let first = Int(mixed >> 55)
        // Names of one feed that share a place would be read anew at every element, so each has some to choose from.
        var vacant = first
        for step in 0..<RoleMemo.reach {
            let place = (first + step) % RoleMemo.size
            let entry = entries + place
            if entry.pointee.name == name, entry.pointee.scope == scope {
                if !entry.pointee.dependsOnHome || entry.pointee.isHome == isHome { return entry.pointee.role }
                vacant = place
                break
            }
            guard entry.pointee.name != nil else {
                vacant = place
                break
            }
        }
        let role = Vocabulary.role(
            name: name.cBytes.text, prefix: prefix?.cBytes.text, namespace: namespace?.cBytes.text, isHome: isHome)
        let dependsOnHome = prefix == nil && namespace.map { !Vocabulary.knows($0.cBytes.text) } ?? false
        entries[vacant] = Entry(name: name, scope: scope, dependsOnHome: dependsOnHome, isHome: isHome, role: role)
        return role
    }
}
