internal import CMicroHTTPD
internal import Synchronization

/// The functions that libmicrohttpd calls on its threads. They capture nothing: each finds its objects behind the
/// pointers it is handed.
enum Callbacks {
    static var functions: bulletin_mhd_functions {
        bulletin_mhd_functions(
            handler: { context, connection, _, method, _, bytes, count, record in
                Callbacks.handle(context, connection, method, bytes, count, record)
            },
            completed: { context, connection, record, _ in Callbacks.completed(context, connection, record) },
            connection: { context, connection, record, event in
                Callbacks.connection(context, connection, record, event)
            },
            target: { context, target, connection in Callbacks.target(context, target, connection) })
    }

    private static func connection(
        _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
        _ record: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ event: MHD_ConnectionNotificationCode
    ) {
        guard let context, let connection, let record else { return }
        let server = Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue()
        guard event == .CONNECTION_NOTIFY_STARTED else {
            guard let pointer = record.pointee else { return }
            let ended = Unmanaged<ConnectionRecord>.fromOpaque(pointer).takeRetainedValue()
            ended.exchange.map { finish($0, server) }
            server.watch?.ended(ended.number)
            record.pointee = nil
            return
        }
        let begun = ConnectionRecord(
            number: server.nextConnection(), peerIsHere: bulletin_mhd_peer_is_this_machine(connection) != 0,
            peer: peer(of: connection))
        record.pointee = Unmanaged.passRetained(begun).toOpaque()
        server.watch?.began(begun.number, socket: bulletin_mhd_socket(connection))
        guard let ending = server.handler.ending(ofNew: begun.place) else { return }
        end(connection, ending)
    }

    private static func peer(of connection: OpaquePointer) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            guard let start = text.baseAddress, bulletin_mhd_peer(connection, start, UInt32(text.count)) != 0 else {
                return ""
            }
            return String(cString: start)
        }
    }

    private static func completed(
        _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
        _ record: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) {
        record?.pointee = nil
        guard let context, let own = connection.flatMap(Callbacks.record(of:)), let exchange = own.exchange else {
            return
        }
        let server = Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue()
        own.exchange = nil
        finish(exchange, server)
        server.watch?.waits(own.number)
    }

    private static func finish(_ exchange: Exchange, _ server: ServerContext) {
        if exchange.reserved > 0 { server.bodyBytes.subtract(exchange.reserved, ordering: .relaxed) }
        server.active.subtract(1, ordering: .releasing)
    }

    private static func record(of connection: OpaquePointer) -> ConnectionRecord? {
        bulletin_mhd_connection_record(connection).map {
            Unmanaged<ConnectionRecord>.fromOpaque($0).takeUnretainedValue()
        }
    }

    private static func end(_ connection: OpaquePointer, _ ending: ConnectionEnding) {
        switch ending {
        case .reset: bulletin_mhd_reset(connection)
        case .closed: bulletin_mhd_shut(connection)
        }
    }

    /// Called when a request line has been read.
    private static func target(
        _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
    ) -> UnsafeMutableRawPointer? {
        guard let context, let record = connection.flatMap(Callbacks.record(of:)) else { return nil }
        let server = Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue()
        record.exchange.map { finish($0, server) }
        record.requests += 1
        let exchange = Exchange(target: target.map { String(cString: $0) } ?? "", place: record.place)
        // The connection's record keeps it for as long as libmicrohttpd knows it.
        record.exchange = exchange
        server.active.add(1, ordering: .relaxed)
        server.watch?.reads(record.number)
        return Unmanaged.passUnretained(exchange).toOpaque()
    }

    /// Called once when the head has been read, then for each piece of the body, then at its end, and once more when an
    /// answer that waited may go.
    private static func handle(
        _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ method: UnsafePointer<CChar>?,
        _ bytes: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>?,
        _ record: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> MHD_Result {
        guard let context, let connection, let method, let count, let pointer = record?.pointee else { return .NO }
        let server = Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue()
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
        guard exchange.head != nil else { return admit(exchange, connection, method, server) }
        if count.pointee > 0 {
            let piece = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
            count.pointee = 0
            return exchange.append(piece, server) ? .YES : .NO
        }
        if let outcome = exchange.reply.outcome { return deliver(outcome, connection) }
        server.watch?.answers(exchange.place.connection)
        guard let request = exchange.takeRequest() else { return .NO }
        server.handler.answer(request, exchange.reply)
        guard let outcome = exchange.reply.outcomeOrSuspend(connection) else { return .YES }
        return deliver(outcome, connection)
    }

    private static func admit(
        _ exchange: Exchange, _ connection: OpaquePointer, _ method: UnsafePointer<CChar>, _ server: ServerContext
    ) -> MHD_Result {
        let head = RequestHead(
            method: String(cString: method), target: exchange.target, headers: headers(of: connection),
            place: exchange.place)
        exchange.head = head
        switch server.handler.admission(of: head) {
        case .body(let limit):
            exchange.bodyLimit = limit
            return .YES
        case .answer(let response):
            server.watch?.answers(exchange.place.connection)
            return queue(response, connection)
        }
    }

    private static func deliver(_ outcome: Reply.Outcome, _ connection: OpaquePointer) -> MHD_Result {
        switch outcome {
        case .response(let response): return queue(response, connection)
        case .dropped(let ending):
            if ending == .reset { end(connection, ending) }
            // The body has been read, so that closing without an answer sends FIN.
            return .NO
        }
    }

    private static func headers(of connection: OpaquePointer) -> HeaderFields {
        var headers = HeaderFields()
        withUnsafeMutablePointer(to: &headers) { pointer in
            _ = MHD_get_connection_values(
                connection, .HEADER_KIND,
                { context, _, name, value in
                    guard let context, let name else { return .YES }
                    context.assumingMemoryBound(to: HeaderFields.self).pointee
                        .add(String(cString: name), value.map { String(cString: $0) } ?? "")
                    return .YES
                }, pointer)
        }
        return headers
    }

    private static func queue(_ response: OutgoingResponse, _ connection: OpaquePointer) -> MHD_Result {
        var body = response.body
        let made = body.withUTF8 { bulletin_mhd_response($0.baseAddress, $0.count) }
        guard let made else { return .NO }
        defer { MHD_destroy_response(made) }
        for field in response.headers.fields { MHD_add_response_header(made, field.name, field.value) }
        return MHD_queue_response(connection, UInt32(response.status), made)
    }
}
