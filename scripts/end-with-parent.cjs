// Preloaded into what runTogether starts: a server must not outlive the command that started it, even when that
// command was killed with a signal it could not pass on. Then the channel between them closes.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
