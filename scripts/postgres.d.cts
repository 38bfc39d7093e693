/** A PostgreSQL of its own for tests and benchmarks: the address of its superuser, and how it ends. */
export function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }>
