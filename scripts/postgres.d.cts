/** A PostgreSQL of its own for tests and benchmarks: the address of its superuser, and how it ends. */
export function startPostgres(): Promise<{ url: string; stop: () => void }>

/** One of its own in any case, and a server that follows it. */
export function startReplicated(): Promise<{
  url: string
  replica: { url: string; kill: () => void; start: () => void }
  stop: () => void
}>

/** Why such a server cannot be started here, as a sentence; nothing when it can. */
export function whyNoServer(): string | undefined
