// Nothing else here: closures formed in this file would be bound to the main actor and die when C calls them elsewhere.
runProgram()
