import { useDebouncedValue } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import { type QueryFunctionContext, useQueries } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Screen } from '../shell/screen.ts'
import { shellTexts } from '../shell/texts.ts'
import { useLanguage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { containsAll } from './foldedMatch.ts'
import { useActions } from './useActions.ts'

/** One line of the palette. Without an icon it leads to the rest of what was found. */
export interface Choice {
  key: string
  icon?: Icon
  name: string
  note?: string | undefined
  pieces?: number | undefined
  code?: string
  run: (newTab: boolean) => void
}

interface Group {
  key: string
  label: string
  choices: Choice[]
}

/** What the palette offers for the typed text: screens and actions at once, records as the server finds them. */
export function useChoices(screens: readonly Screen[], typed: string) {
  const { locale } = useLanguage()
  const t = useTexts(shellTexts)
  const open = useOpen()
  const actions = useActions(screens, open)
  const records = useRecords(screens, typed.trim(), open)
  const offered: Group[] = [
    {
      key: 'screens',
      label: t('palette.screens'),
      choices: screens
        .filter(({ path, label }) => !path.includes('$') && containsAll(label[locale], typed))
        .map(({ path, label, icon, group }) => ({
          key: path,
          icon,
          name: label[locale],
          ...(group && { note: t(`groups.${group}`) }),
          run: (newTab) => open(path, {}, newTab),
        })),
    },
    ...records.groups,
    {
      key: 'actions',
      label: t('palette.actions'),
      choices: actions.filter(({ name }) => containsAll(name, typed)),
    },
  ]
  return { ...records, groups: offered.filter(({ choices }) => choices.length > 0) }
}

type Open = (path: string, search: Record<string, string>, newTab: boolean) => void

function useOpen(): Open {
  const router = useRouter()
  return (to, search, newTab) => {
    if (newTab) open(router.buildLocation({ to, search }).href)
    else void router.navigate({ to, search })
  }
}

/** Records of every screen that can find some, from the second character on. */
function useRecords(screens: readonly Screen[], typed: string, open: Open) {
  const { locale } = useLanguage()
  const t = useTexts(shellTexts)
  const [settled] = useDebouncedValue(typed, 150)
  const isWanted = settled.length > 1
  const finding = screens.filter(({ find }) => find)
  const answers = useQueries({
    queries: finding.map(({ path, find }) => ({
      queryKey: ['find', path, settled],
      queryFn: async ({ signal, client: queries }: QueryFunctionContext) =>
        (await find?.())?.(settled, { signal, queries }) ?? null,
      enabled: isWanted,
    })),
  })
  const groups = finding.flatMap(({ path, label, icon }, index): Group[] => {
    const answer = answers[index]?.data
    if (!answer) return []
    const choices: Choice[] = answer.found.map(({ id, search, at, ...found }) => ({
      ...{ key: `${path}/${id}`, icon, ...found },
      run: (newTab) => open(path, at ?? { q: search ?? found.code ?? found.name }, newTab),
    }))
    if (answer.total > choices.length)
      choices.push({
        key: `${path}/all`,
        name: t('palette.all', { count: answer.total }),
        run: (newTab) => open(path, { q: settled }, newTab),
      })
    return [{ key: path, label: label[locale], choices }]
  })
  return {
    groups,
    isBusy:
      (typed.length > 1 && typed !== settled) || (isWanted && answers.some(({ isLoading }) => isLoading)),
    isFailed: answers.some(({ isError }) => isError),
  }
}
