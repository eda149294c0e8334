// Nothing else here: closures formed in this file would be bound to the main actor.
runBenchmark()
