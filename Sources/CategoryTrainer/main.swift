internal import Glibc

let status = run(Array(CommandLine.arguments.dropFirst()))
exit(status)
