/** Ends a call that has been silent for `ms`; every byte (`goOn`) gives it as long again. */
export function timeLimit(ms: number, given?: AbortSignal) {
  const cut = new AbortController()
  let timer = setTimeout(() => cut.abort(), ms)
  return {
    signal: given ? AbortSignal.any([given, cut.signal]) : cut.signal,
    isOver: () => cut.signal.aborted,
    goOn() {
      clearTimeout(timer)
      timer = setTimeout(() => cut.abort(), ms)
    },
    end: () => clearTimeout(timer),
  }
}
