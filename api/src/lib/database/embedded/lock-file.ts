import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signalProcess } from './server.ts'

// Reads postmaster.pid of a cluster's folder, and Linux's /proc of that process.

/** The server of a folder: a running one, or the last one if it was killed. */
export function postmasterOf(path: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(path, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]) }
  } catch {
    return undefined // no server
  }
}

/** Waits for the end of a server that is no child process. */
export async function waitForExit(path: string, pid: number) {
  while (existsSync(join(path, 'postmaster.pid')) && signalProcess(pid, 0)) await pause(20)
}

/**
 * Whether a process has the folder as its working directory, as PostgreSQL servers do. True where the system does not
 * tell.
 */
export function isServerOf(path: string, pid: number): boolean {
  return process.platform !== 'linux' || processesIn(path).includes(pid)
}

/**
 * After a restart of the machine or container the lock file may name the process of another program; then it is
 * removed.
 */
export function removeStaleLock(path: string) {
  if (process.platform === 'linux' && processesIn(path).length === 0)
    rmSync(join(path, 'postmaster.pid'), { force: true })
}

/** Ends the sessions of a killed server, which would otherwise run a long statement to its end. */
export function terminateOrphans(path: string) {
  if (process.platform === 'linux') for (const pid of processesIn(path)) signalProcess(pid, 'SIGTERM')
}

function processesIn(path: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === path
      } catch {
        return false // it has ended, or belongs to another user
      }
    })
}
