import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

// CPU time and memory of processes from Linux's /proc.

const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

export const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0)

/** The fields of /proc/<pid>/stat after the name: the parent is the second, CPU times begin at the twelfth. */
function statOf(pid: number | string): number[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text
    .slice(text.lastIndexOf(')') + 4)
    .split(' ')
    .map(Number)
}
/** The stats of the processes that satisfy a condition; one that ends meanwhile has none. */
const processes = () =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [{ pid, stat: statOf(pid) }] : []
    } catch {
      return []
    }
  })
export const childrenOf = (parent: number) =>
  processes().flatMap(({ pid, stat }) => (stat[0] === parent ? [pid] : []))
const livingOf = (parent: number) => processes().flatMap(({ stat }) => (stat[0] === parent ? [stat] : []))
const cpuTicks = (stat: number[]) => (stat[10] ?? 0) + (stat[11] ?? 0)
const ended = (stat: number[]) => (stat[12] ?? 0) + (stat[13] ?? 0)
/** CPU microseconds of a process, and of a server with all its processes, including ended ones. */
export const usedBy = (pid: number) => (cpuTicks(statOf(pid)) / ticks) * 1e6
export function usedByAll(pid: number) {
  const living = livingOf(pid).map(cpuTicks)
  const stat = statOf(pid) // afterwards, so that a child that ends meanwhile is counted among the ended
  return ((cpuTicks(stat) + ended(stat) + sumOf(living)) / ticks) * 1e6
}
/** CPU microseconds of all processes below one, including ended ones. */
export function usedBelow(pid: number) {
  const all = processes()
  const ticksBelow = (parent: number): number =>
    sumOf(
      all
        .filter(({ stat }) => stat[0] === parent)
        .map((child) => cpuTicks(child.stat) + ended(child.stat) + ticksBelow(Number(child.pid))),
    )
  return ((ticksBelow(pid) + ended(statOf(pid))) / ticks) * 1e6
}

/** CPU microseconds that all processors of this machine have been busy, and that they had. */
export function machine() {
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, hard = 0, soft = 0, stolen = 0] =
    readFileSync('/proc/stat', 'utf8')
      .slice('cpu '.length, 500)
      .trim()
      .split(/\s+/, 8)
      .map((value) => (Number(value) / ticks) * 1e6)
  const busy = user + nice + system + hard + soft + stolen
  return { busy, all: busy + idle + waiting }
}

/** Memory in MB: the proportional set size. */
export const shareOf = (pid: number | string) =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
export const wholeOf = (pid: number | string) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** The main process of a PostgreSQL server. */
export async function postmaster(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  const parent = statOf(rows[0].pid)[0] ?? 0
  await client.end()
  return parent
}
