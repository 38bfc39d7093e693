import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** Starts the real server as a child process (`program` is relative to `api`); resolves with its output when it is ready. */
export async function startServer(
  database: { dataDir: string; databaseUrl: string | undefined },
  env: Record<string, string> = {},
  program = 'src/server.ts',
) {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '..', program)], {
    env: {
      ...process.env,
      PORT: '0',
      DEMO: '0',
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.databaseUrl ?? '',
      ADMIN_PASSWORD: 'lozinka',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  const exit = once(child, 'exit')
  const complaint = child.stderr.toArray().then((parts) => parts.join(''))
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line)
    if (line.startsWith('Kontor is ready')) break
  }
  child.stdout.resume()
  return { child, exit, printed, complaint, port: Number(/:(\d+)$/.exec(printed.at(-1) ?? '')?.[1]) }
}
