// Compares this build with that of another commit, in turns.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileJobs } from './files.ts'
import { inTurns } from './load.ts'
import { jobsOf, rateOf } from './requests.ts'
import type { Server } from './servers.ts'
import { attempt, disturbedRounds, inSeconds, ofProcessor, perSecond, printText } from './table.ts'

const root = resolve(import.meta.dirname, '..')
const WORKSPACES = ['api', 'contract', 'web']

/** Unpacks a commit into a new folder and builds its server there, with the installed packages. */
export async function checkOut(commit: string, folder: string) {
  mkdirSync(join(folder, 'node_modules/@kontor'), { recursive: true })
  const archive = join(folder, 'commit.tar')
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@kontor' && !name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const name of WORKSPACES) symlinkSync(join('../..', name), join(folder, 'node_modules/@kontor', name))
  const pages = join(root, 'web/dist')
  if (existsSync(pages)) symlinkSync(pages, join(folder, 'web/dist')) // both serve the same web app
  execFileSync(process.execPath, ['scripts/build.cjs', 'api'], { cwd: folder })
  return folder
}

const printFailure = (job: string) => (reason: string) =>
  printText(`| ${job} | not measured: ${reason} | – | – | – |`)

export const printComparison = (commit: string) =>
  printText(`| job | this build | ${commit} | this : that | processor |\n|---|---|---|---|---|`)

/** `selected` are the parts, `requests` and `files`; all when empty. */
export async function compare(
  [ours, theirs]: readonly [Server, Server],
  [token, theirToken]: readonly [string, string],
  selected: readonly string[],
) {
  const isSelected = (part: string) => selected.length === 0 || selected.includes(part)
  const say = (job: string, found: Awaited<ReturnType<typeof inTurns>>, shown: (value: number) => string) => {
    const [one, other] = [found.used.ours, found.used.bare].map(ofProcessor)
    printText(
      `| ${job} | ${shown(found.ours)}, ${one} | ${shown(found.bare)}, ${other} | ${found.ratio.toFixed(2)}${disturbedRounds(found.disturbed)} | ${(found.used.ours / found.used.bare).toFixed(2)} |`,
    )
  }
  const others = jobsOf(theirs.address, '', theirToken)
  const all = isSelected('requests') ? jobsOf(ours.address, '', token) : []
  for (const [i, { job, product, slow }] of all.entries()) {
    const other = others[i]?.product
    if (other && job !== all[i - 1]?.job && !job.startsWith('the same;'))
      await attempt(
        job,
        async () => say(job, await inTurns(rateOf(product, slow), rateOf(other, slow)), perSecond),
        printFailure(job),
      )
  }
  if (!isSelected('files')) return
  const theirJobs = await fileJobs(theirs, theirToken)
  for (const [i, { job, time }] of (await fileJobs(ours, token)).entries()) {
    const other = theirJobs[i]
    // An import and its undo are measured once each, disturbed or not: together they leave the list as it was.
    const times = /import|undo/.test(job) ? 1 : 3
    if (other)
      await attempt(
        job,
        async () => say(job, await inTurns(time, other.time, times, times), inSeconds),
        printFailure(job),
      )
  }
}
