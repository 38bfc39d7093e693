import { type OldFile, type SupportNode, technicalSupport } from '@kontor/contract/technicalSupport'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { HistoryButton } from '../../components/form/HistoryButton.tsx'
import { PanelActions } from '../../components/tree/page/TreePanel.tsx'
import type { PanelProps } from '../../components/tree/page/treePageProps.ts'
import { IconButton } from '../../components/ui/IconButton.tsx'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { download } from '../../lib/api/apiRequest.ts'
import { shownError } from '../../lib/api/shownError.ts'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { useRefresh } from '../../lib/realtime/useEvents.ts'
import { endingOf } from './NodeIcon.tsx'
import classes from './NodePanel.module.css'

const isMain = ({ key }: { key: string }) => ['download', 'open', 'edit'].includes(key)

/** The panel of a node: location, type, downloads and versions. */
export function NodePanel({ node, path, actions }: PanelProps<SupportNode>) {
  const t = useTranslations()
  const { description } = node
  const main = actions.filter(isMain)
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <small>{path.length > 0 ? path.join(' › ') : t('support.place_top')}</small>
        <h2>{node.name}</h2>
        <HistoryButton feature="technicalSupport" row={node} recordName={node.name} />
        <Kind node={node} />
      </div>
      {description && <p>{description}</p>}
      {main.length > 0 && (
        <div className={classes.main}>
          {main.map(({ key, icon: Icon, label, run }) => (
            <Button key={key} variant="default" leftSection={<Icon size={16} />} onClick={run}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <Facts node={node} />
      <PanelActions actions={actions.filter((action) => !isMain(action))} />
    </div>
  )
}

/** Whether partners see it, and its type. */
function Kind({ node }: { node: SupportNode }) {
  const t = useTranslations()
  const { bytes } = useFormat()
  const { file, link, is_item, is_shown, is_visible, children } = node
  const words = is_shown ? 'tree.visible' : is_visible ? 'tree.hidden_above' : 'tree.hidden'
  return (
    <span className={classes.kind}>
      <StatusChip on={is_shown} label={t(words)} />
      {file && (
        <span>
          {endingOf(file.file_name).toUpperCase() || t('support.file')}, {bytes(file.file_size)}
        </span>
      )}
      {is_item && !file && link && (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {link}
        </a>
      )}
      {!is_item && <span>{t('support.contents', { children })}</span>}
    </span>
  )
}

function Facts({ node }: { node: SupportNode }) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  useRefresh('technicalSupport', [technicalSupport.one])
  const read = useApiQuery(technicalSupport.one, { params: { id: String(node.id) } }, { keepPrevious: true })
  const details = read.data?.node.id === node.id ? read.data : undefined
  const { categories, file } = node
  const at = dateTime(file?.file_at ?? node.updated_at)
  return (
    <>
      <dl className={classes.facts} aria-busy={!details}>
        {file && (
          <Fact label={t('support.downloads')}>
            {details &&
              (details.downloads.times > 0 ? t('support.downloaded', details.downloads) : t('support.never'))}
          </Fact>
        )}
        {file && <Fact label={t('support.file_from')}>{file.file_by ? `${at}, ${file.file_by}` : at}</Fact>}
        <Fact label={t('support.changed')}>{dateTime(node.updated_at)}</Fact>
        <Fact label={t('support.seen_by')}>
          {categories.length > 0 ? categories.map(({ name }) => name).join(', ') : t('support.all_partners')}
        </Fact>
      </dl>
      {details && details.versions.length > 0 && <Versions versions={details.versions} />}
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children ?? '…'}</dd>
  </div>
)

/** Replaced files, each with a download. */
function Versions({ versions }: { versions: readonly OldFile[] }) {
  const t = useTranslations()
  const can = usePermission()
  const { bytes, dateTime } = useFormat()
  const { mutate, isPending } = useApiMutation(technicalSupport.restoreOld, { success: 'success.edit' })
  const canChange = can(technicalSupport.restoreOld.permission)
  const params = (id: number) => ({ params: { id: String(id) } })
  return (
    <section className={classes.versions}>
      <h3>{t('support.replaces')}</h3>
      <ul>
        {versions.map(({ id, file_name, file_size, file_at }) => (
          <li key={id}>
            <span title={file_name}>
              {dateTime(file_at)}, {bytes(file_size)}
            </span>
            <IconButton
              size="small"
              icon={IconDownload}
              label={`${t('support.download')}: ${dateTime(file_at)}`}
              onClick={() => void download(technicalSupport.downloadOld, params(id)).catch(shownError.show)}
            />
            {canChange && (
              <IconButton
                size="small"
                icon={IconArrowBackUp}
                label={`${t('support.restore_old')}: ${dateTime(file_at)}`}
                aria-disabled={isPending}
                onClick={() => !isPending && mutate(params(id))}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
