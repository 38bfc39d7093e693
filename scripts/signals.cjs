// Signals of the terminal and of npm. At Ctrl C both send one, and a server treats a second signal as a forced stop.

/** Returns a function that is called at each signal; it returns false within a second of the last one that counted. */
function distinctSignals() {
  let last = 0
  return () => {
    if (Date.now() - last < 1000) return false
    last = Date.now()
    return true
  }
}

/** Calls `gone` when the npm that started this process has ended. */
function watchNpm(gone) {
  if (!process.env.npm_lifecycle_event) return
  // npm starts this process in a shell and sends SIGTERM only to that shell. When the shell ends, the parent changes.
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    gone()
  }, 500)
  watch.unref()
}

module.exports = { distinctSignals, watchNpm }
