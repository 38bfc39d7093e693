// Preloaded into the programs of runTogether: a server must not outlive the command that started it, even when that was
// killed with SIGKILL. The IPC channel closes then.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
