internal import CTables

/// The commented example with every key there is: `feeds/bulletin.json`, which is part of the program.
public let exampleConfiguration: String = {
    let table = example_configuration()
    return String(decoding: UnsafeBufferPointer(start: table.bytes, count: table.size), as: UTF8.self)
}()
