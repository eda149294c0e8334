internal import CMicroHTTPD
internal import Synchronization

/// The functions that libmicrohttpd calls on its threads. They capture nothing: each finds its objects behind the
/// pointers it is handed.
enum ServerCallbacks {
    static var functions: bulletin_mhd_functions {
        bulletin_mhd_functions(
            handler: { context, connection, _, method, _, bytes, count, record in
                ServerCallbacks.handle(context, connection, method, bytes, count, record)
            },
            completed: { context, _, record, _ in ServerCallbacks.completed(context, record) },
            connection: { context, connection, record, event in
                ServerCallbacks.connection(context, connection, record, event)
            },
            target: { context, target, connection in ServerCallbacks.target(target, connection) })
    }

    private static func connection(
        _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
        _ record: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ event: MHD_ConnectionNotificationCode
    ) {
        guard let context, let connection, let record else { return }
        guard event == .CONNECTION_NOTIFY_STARTED else {
            record.pointee.map { Unmanaged<ConnectionRecord>.fromOpaque($0).release() }
            record.pointee = nil
            return
        }
        let server = Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue()
        let begun = ConnectionRecord(
            number: server.nextConnection(), peerIsHere: bulletin_mhd_peer_is_this_machine(connection) != 0)
        record.pointee = Unmanaged.passRetained(begun).toOpaque()
        let fault = server.core.state.withLock { $0.faults.takeForConnection() }
        guard case .refuse(let ending)? = fault?.action else { return }
        end(connection, ending)
    }

    private static func completed(
        _ context: UnsafeMutableRawPointer?, _ record: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) {
        guard let context, let pointer = record?.pointee else { return }
        let server = Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue()
        // Balances the retain of `target`.
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
        if exchange.reserved > 0 { server.bodyBytes.subtract(exchange.reserved, ordering: .relaxed) }
        record?.pointee = nil
    }

    private static func end(_ connection: OpaquePointer, _ ending: Fault.Ending) {
        switch ending {
        case .reset: bulletin_mhd_reset(connection)
        case .closed: bulletin_mhd_shut(connection)
        }
    }

    /// Called when a request line has been read.
    private static func target(
        _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
    ) -> UnsafeMutableRawPointer? {
        var place = ConnectionPlace(connection: 0, request: 0, peerIsHere: false)
        if let connection, let pointer = bulletin_mhd_connection_record(connection) {
            let record = Unmanaged<ConnectionRecord>.fromOpaque(pointer).takeUnretainedValue()
            record.requests += 1
            place = ConnectionPlace(
                connection: record.number, request: record.requests, peerIsHere: record.peerIsHere)
        }
        let exchange = Exchange(target: target.map { String(cString: $0) } ?? "", place: place)
        return Unmanaged.passRetained(exchange).toOpaque()
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
        guard let request = exchange.request else {
            exchange.request = HubRequest(
                String(cString: method), exchange.target, headers: headers(of: connection))
            return .YES
        }
        if count.pointee > 0 {
            let piece = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
            count.pointee = 0
            return exchange.append(piece, within: server.bodyBytes) ? .YES : .NO
        }
        if let answer = exchange.answer { return queue(answer.response, connection) }
        let answer =
            exchange.isCrowdedOut ? .crowdedOut : server.core.answer(request, at: exchange.place, server.onRequest)
        exchange.answer = answer
        exchange.request?.body = []
        if let release = answer.releasing { server.waiting.release(release) }
        return deliver(answer, connection, server)
    }

    private static func deliver(_ answer: Answer, _ connection: OpaquePointer, _ server: ServerContext) -> MHD_Result {
        let milliseconds: Int?
        switch answer.delivery {
        case .now: return queue(answer.response, connection)
        case .dropped(let ending):
            if ending == .reset { end(connection, ending) }
            // The body has been read, so that closing without an answer sends FIN.
            return .NO
        case .late(let delay): milliseconds = delay
        case .held: milliseconds = nil
        }
        // Suspended first: an answer that is let go before that would wait for ever.
        MHD_suspend_connection(connection)
        server.waiting.add(connection, release: answer.release, milliseconds: milliseconds)
        return .YES
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

    private static func queue(_ response: HubResponse, _ connection: OpaquePointer) -> MHD_Result {
        var body = response.body
        let made = body.withUTF8 { bulletin_mhd_response($0.baseAddress, $0.count) }
        guard let made else { return .NO }
        defer { MHD_destroy_response(made) }
        for field in response.headers.fields { MHD_add_response_header(made, field.name, field.value) }
        return MHD_queue_response(connection, UInt32(response.status), made)
    }
}
