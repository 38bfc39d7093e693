import { customerSupportList } from '@kontor/contract/customerSupport'
import { type SupportInbox, supportInbox } from '@kontor/contract/customerSupport/inbox'
import { Button } from '@mantine/core'
import { IconInbox, IconMessagePlus, IconMessages, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useConversationStart } from '../../../components/chat/useConversationStart.ts'
import { IconButton } from '../../../components/ui/IconButton.tsx'
import input from '../../../components/ui/input.module.css'
import { Failed, Notice } from '../../../components/ui/Notice.tsx'
import { PageHeader } from '../../../components/ui/page-header/PageHeader.tsx'
import { Segments } from '../../../components/ui/tabs/Segments.tsx'
import { Tabs } from '../../../components/ui/tabs/Tabs.tsx'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage, useMessage } from '../../../lib/i18n/i18n.tsx'
import { useLabels } from '../../../lib/i18n/words.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { useShortcuts } from '../../../lib/shortcuts/useShortcuts.ts'
import { Conversations } from './Conversations.tsx'
import classes from './Inbox.module.css'
import { Reading } from './Reading.tsx'
import { useInbox } from './useInbox.ts'

const NewConversationDialog = lazyPart(
  () => import('../../messages/NewConversationDialog.tsx'),
  'NewConversationDialog',
)

/** Conversations at the left, the selected one at the right; on phones one view at a time. */
export function Inbox({ navigation }: { navigation: ReactNode }) {
  const t = useTranslations()
  const inbox = useInbox()
  const conversationStarting = useConversationStart()
  const { data, type, isResolved, chosen, go } = inbox
  useStepKeys(inbox)
  return (
    <div className={classes.inbox} data-open={chosen ? '' : undefined}>
      <Head inbox={inbox} navigation={navigation} onStart={conversationStarting.open} />
      <div className={classes.states}>
        <Segments
          label={t('support.state')}
          segments={[
            { key: 'open', label: t('support.state_open') },
            { key: 'resolved', label: t('support.state_resolved') },
          ]}
          current={isResolved ? 'resolved' : 'open'}
          onChoose={(state) => go({ resolved: state === 'resolved' })}
        />
      </div>
      <Tabs
        label={t('support.types')}
        tabs={useTabs(inbox)}
        current={String(type ?? 'all')}
        onChoose={(key) =>
          go({ type: ([1, 2, 3] as const).find((of) => String(of) === key) ?? null, message: null })
        }
      >
        <div className={classes.panes}>
          <Conversations inbox={inbox}>
            <Empty inbox={inbox} />
          </Conversations>
          {chosen ? (
            <Reading key={chosen} id={chosen} inbox={inbox} />
          ) : (
            <div className={classes.nothing}>
              {data && data.result.length > 0 && (
                <Notice icon={IconMessages} title={t('support.choose')} text={t('support.choose_text')} />
              )}
            </div>
          )}
        </div>
      </Tabs>
      {conversationStarting.partnerId !== null && (
        <NewConversationDialog
          title={t('support.new')}
          list={customerSupportList}
          route={supportInbox.start}
          partnerId={conversationStarting.partnerId}
          onStarted={(message) => conversationStarting.show({ message: String(message) })}
          onClose={conversationStarting.close}
        />
      )}
    </div>
  )
}

/** J and K go from conversation to conversation. */
function useStepKeys({ chosen, open, next, previous }: PartProps['inbox']) {
  const t = useTranslations()
  useShortcuts([
    {
      key: 'j',
      also: 'ArrowDown',
      label: t('support.next'),
      run: () => open(next ?? chosen),
      when: next !== null,
      repeats: true,
    },
    {
      key: 'k',
      also: 'ArrowUp',
      label: t('support.previous'),
      run: () => open(previous),
      when: previous !== null,
      repeats: true,
    },
  ])
}

/** All messages, and each type with its icon; complaints first. */
function useTabs({ data }: PartProps['inbox']) {
  const t = useTranslations()
  const all = data && data.types[1] + data.types[2] + data.types[3]
  return [
    { key: 'all', label: t('support.all'), count: all },
    ...([3, 1, 2] as const).map((of) => ({
      key: String(of),
      label: t(`support.types_${of}`),
      count: data?.types[of],
      mark: <i className={classes.dot} data-type={of} />,
    })),
  ]
}

interface PartProps {
  inbox: ReturnType<typeof useInbox>
}

function Head({
  inbox: { data, search, setSearch, refetch },
  navigation,
  onStart,
}: PartProps & { navigation: ReactNode; onStart: () => void }) {
  const t = useTranslations()
  const can = usePermission()
  const field = useRef<HTMLInputElement>(null)
  const find = () => {
    field.current?.focus()
    field.current?.select()
  }
  useShortcuts([{ key: '/', label: t('support.find'), run: find }])
  return (
    <PageHeader
      title={useLabels(customerSupportList).title}
      count={data ? t('support.figures', { open: data.open, resolved: data.resolved }) : ''}
    >
      <input
        ref={field}
        type="search"
        className={`${input.input} ${input.ringed} ${classes.search}`}
        value={search}
        maxLength={200}
        placeholder={t('support.find')}
        aria-label={t('support.find')}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {navigation}
      <IconButton icon={IconRefresh} label={t('table.refresh')} onClick={() => void refetch()} />
      {can(supportInbox.start.permission) && (
        <Button leftSection={<IconMessagePlus size={16} />} onClick={onStart}>
          {t('support.new')}
        </Button>
      )}
    </PageHeader>
  )
}

/** Why the list is empty: no match, nothing resolved, or everything done. */
function Empty({ inbox: { data, error, isResolved, isFiltered, refetch } }: PartProps) {
  const t = useTranslations()
  const message = useMessage()
  const { locale } = useLanguage()
  const { empty } = useLabels(customerSupportList)
  if (!data && error) {
    const text = message(error.body.message, error.body.params)
    return <Failed title={t('common.not_loaded')} text={text} onRetry={() => void refetch()} />
  }
  if (!data) return null
  if (isFiltered) return <Notice icon={IconInbox} title={t('support.nothing_found')} text="" />
  if (isResolved || data.resolved === 0) return <Notice icon={IconInbox} {...empty} />
  return (
    <Notice
      icon={IconInbox}
      title={t('support.all_done')}
      text={lastOf(data, formatOf(locale).dateTime, t('support.last'))}
    />
  )
}

const lastOf = ({ last_message_at }: SupportInbox, dateTime: (moment: string) => string, words: string) =>
  last_message_at ? `${words} ${dateTime(last_message_at)}` : ''
