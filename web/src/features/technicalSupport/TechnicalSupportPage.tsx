import type { TreeCounts } from '@kontor/contract/lib/resources/tree'
import { type SupportNode, supportList, technicalSupport } from '@kontor/contract/technicalSupport'
import {
  IconDownload,
  IconExternalLink,
  IconFileUpload,
  IconFileZip,
  IconUpload,
  IconX,
} from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { TreePage } from '../../components/tree/page/TreePage.tsx'
import type { TreeAction, TreeColumn } from '../../components/tree/rowStyle.ts'
import type { ExtraRow } from '../../components/tree/rows.ts'
import { IconButton } from '../../components/ui/IconButton.tsx'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { chooseFiles } from '../../components/uploads/files.ts'
import { TransferBar } from '../../components/uploads/TransferBar.tsx'
import { isUploading, type Transfer, transfers, useTransfers } from '../../components/uploads/transfers.ts'
import { download } from '../../lib/api/apiRequest.ts'
import { shownError } from '../../lib/api/shownError.ts'
import { dayOf, formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { useLabels } from '../../lib/i18n/words.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { NodeDialog } from './NodeDialog.tsx'
import { NodeIcon } from './NodeIcon.tsx'
import { NodePanel } from './NodePanel.tsx'
import classes from './TechnicalSupportPage.module.css'
import { SCREEN, useUploads } from './upload/useUploads.ts'

const icon = (node: SupportNode, isOpen: boolean) => <NodeIcon node={node} isOpen={isOpen} />
/** The number of children of a folder, as in its panel. */
const note = ({ is_item, children }: SupportNode) => (is_item ? null : children)

/** Technical support: a tree of folders with files and links for partners. */
export function TechnicalSupportPage() {
  const t = useTranslations()
  const { title, add, empty } = useLabels(supportList)
  const columns = useColumns()
  const uploads = useUploads()
  const { actions, run } = useFiles(uploads)
  const extras = useExtras()
  return (
    <TreePage
      words={{
        title,
        search: t('support.search'),
        counts: (counts: TreeCounts) => t('support.counts', { ...counts }),
        add,
        empty,
      }}
      routes={technicalSupport}
      event="technicalSupport"
      columns={columns}
      icon={icon}
      note={note}
      form={NodeDialog}
      actions={actions}
      run={run}
      panel={NodePanel}
      extras={extras}
      onFiles={uploads.addDropped}
    />
  )
}

function useColumns() {
  const t = useTranslations()
  const { locale } = useLanguage()
  return useMemo((): TreeColumn<SupportNode>[] => {
    const { bytes, date } = formatOf(locale)
    const { updated_at, is_visible } = supportList.columns
    return [
      {
        key: 'size',
        label: t('support.size'),
        width: 140,
        align: 'right',
        phone: 'line',
        cell: ({ file, link, is_file }) => (file ? bytes(file.file_size) : !is_file && shortAddress(link)),
      },
      {
        key: 'updated_at',
        label: updated_at.label[locale],
        width: 96,
        align: 'right',
        phone: 'end',
        cell: ({ is_item, updated_at }) => is_item && date(dayOf(updated_at)),
      },
      {
        key: 'is_visible',
        label: is_visible.label[locale],
        width: 132,
        phone: 'end',
        cell: (node, isShown) =>
          !isShown && (
            <StatusChip on={false} label={t(node.is_visible ? 'tree.hidden_above' : 'tree.hidden')} />
          ),
      },
    ]
  }, [t, locale])
}

/** A URL, shortened for display. */
const shortAddress = (link: string | null) =>
  link?.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '') ?? ''

/** Uploads as rows of their folders. */
function useExtras() {
  const all = useTransfers()
  return useMemo(
    () =>
      all
        .filter((one) => isUploading(one) && one.target.screen === SCREEN)
        .map((transfer): ExtraRow => {
          const { key, target } = transfer
          return { key, parent: target.parent, content: <UploadRow transfer={transfer} /> }
        }),
    [all],
  )
}

/** An upload as a row of its folder. */
function UploadRow({ transfer }: { transfer: Transfer }) {
  const t = useTranslations()
  const format = useFormat()
  const { key, name, size, share, state } = transfer
  const sent = format.bytes(share * size)
  return (
    <span className={classes.row}>
      <IconFileUpload size={18} aria-hidden />
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.bar}>
        <TransferBar share={share} name={name} />
      </span>
      <span className={classes.share}>{Math.floor(share * 100)}%</span>
      <span className={classes.sent}>
        {state === 'waiting' ? t('transfers.waiting') : t('transfers.of', { sent, size: format.bytes(size) })}
      </span>
      <IconButton
        size="small"
        icon={IconX}
        label={t('transfers.cancel', { name })}
        onClick={() => transfers.cancel(key)}
      />
    </span>
  )
}

/** Opens links, and downloads files and folders. */
function useFiles({ addFiles, replace }: ReturnType<typeof useUploads>) {
  const t = useTranslations()
  const can = usePermission()
  const canZip = can(technicalSupport.zip.permission)
  const canChange = can(technicalSupport.update.permission)
  const run = useCallback((node: SupportNode) => {
    if (!node.is_file && node.link) window.open(node.link, '_blank', 'noopener,noreferrer')
    else if (node.is_file) void download(technicalSupport.download, params(node)).catch(shownError.show)
  }, [])
  const actions = useCallback(
    (node: SupportNode): TreeAction[] => {
      const all: (TreeAction | false)[] = [
        node.is_item &&
          node.is_file && {
            key: 'download',
            icon: IconDownload,
            label: t('support.download'),
            quick: true,
            run: () => run(node),
          },
        node.is_item &&
          !node.is_file && {
            key: 'open',
            icon: IconExternalLink,
            label: t('support.open'),
            quick: true,
            run: () => run(node),
          },
        node.is_file &&
          canChange && {
            key: 'replace',
            icon: IconUpload,
            label: t('support.replace'),
            run: () => void chooseFiles().then(([file]) => file && replace(node, file)),
          },
        !node.is_item &&
          canChange && {
            key: 'upload',
            icon: IconUpload,
            label: t('support.upload'),
            run: () => void chooseFiles({ many: true }).then((files) => addFiles(files, node.id)),
          },
        !node.is_item &&
          canZip && {
            key: 'zip',
            icon: IconFileZip,
            label: t('support.zip'),
            run: () => void download(technicalSupport.zip, params(node)).catch(shownError.show),
          },
      ]
      return all.filter((one) => one !== false)
    },
    [t, run, canZip, canChange, addFiles, replace],
  )
  return { actions, run }
}

const params = ({ id }: SupportNode) => ({ params: { id: String(id) } })
