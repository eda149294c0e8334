internal import CLibCurl

/// The header lines of one request after the other, as the list that libcurl takes. They stand in two blocks of memory
/// that are kept: `curl_slist_append` would fetch memory twice for each line of each request.
struct HeaderList: ~Copyable {
    private var links: UnsafeMutablePointer<curl_slist>
    private var text: UnsafeMutablePointer<CChar>
    private var linkCapacity = 16
    private var textCapacity = 1_024
    private var count = 0
    private var end = 0

    init() {
        links = .allocate(capacity: linkCapacity)
        text = .allocate(capacity: textCapacity)
    }

    deinit {
        links.deallocate()
        text.deallocate()
    }

    /// The list of these headers, and of lines that stand for themselves; nil when there are none. It is good until the
    /// next is made.
    mutating func list(of headers: [HTTPHeader], and lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
        makeRoom(for: headers, and: lines)
        for header in headers {
            beginLine()
            append(header.name)
            append(header.value.isEmpty ? ";" : ": ")
            append(header.value)
            endLine()
        }
        for line in lines {
            beginLine()
            append(line)
            endLine()
        }
        return count == 0 ? nil : links
    }

    private mutating func makeRoom(for headers: [HTTPHeader], and lines: [String]) {
        (count, end) = (0, 0)
        let lengths =
            headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 3 }
            + lines.reduce(0) { $0 + $1.utf8.count + 1 }
        if lengths > textCapacity {
            text.deallocate()
            textCapacity = lengths
            text = .allocate(capacity: textCapacity)
        }
        if headers.count + lines.count > linkCapacity {
            links.deallocate()
            linkCapacity = headers.count + lines.count
            links = .allocate(capacity: linkCapacity)
        }
    }

    private mutating func beginLine() {
        (links + count).initialize(to: curl_slist(data: text + end, next: nil))
        if count > 0 { links[count - 1].next = links + count }
        count += 1
    }

    private mutating func append(_ part: String) {
        var part = part
        part.withUTF8 { bytes in
            let place = text + end
            for index in bytes.indices {
                // A line break in a value would start a header of somebody else's making.
                (place + index).initialize(to: CChar(bitPattern: max(bytes[index], 0x20)))
            }
            end += bytes.count
        }
    }

    private mutating func endLine() {
        (text + end).initialize(to: 0)
        end += 1
    }
}
