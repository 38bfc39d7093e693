// The terminal and npm both send a signal at Ctrl C, and a server takes the second for impatience.

/** Answers a function that says whether a signal is another one, and not the same again within a second. */
function distinctSignals() {
  let last = 0
  return () => {
    if (Date.now() - last < 1000) return false
    last = Date.now()
    return true
  }
}

/** Calls `gone` when the npm that started us has ended. */
function watchNpm(gone) {
  if (!process.env.npm_lifecycle_event) return
  // npm passes SIGTERM to the shell it started us with and no further: we only see that the shell is gone.
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    gone()
  }, 500)
  watch.unref()
}

module.exports = { distinctSignals, watchNpm }
