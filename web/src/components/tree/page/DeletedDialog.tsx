import type { RequestInput } from '@kontor/contract/lib/http/route'
import { type DeletedNode, RESTORABLE_DAYS, type TreeNode } from '@kontor/contract/lib/resources/tree'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconTrashOff } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useExclusiveCall } from '../../../lib/api/useExclusiveCall.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Failed, Notice } from '../../ui/Notice.tsx'
import type { TreeEvent } from '../useLevels.ts'
import classes from './dialogs.module.css'
import { TreeSkeleton } from './TreeNotice.tsx'
import type { TreeCalls } from './useTreeActions.tsx'

interface DeletedDialogProps<N extends TreeNode> {
  routes: TreeCalls<N>
  event: TreeEvent
  canRestore: boolean
  /** Resolves with whether it was restored. */
  onRestore: (node: DeletedNode) => Promise<boolean>
  onClose: () => void
}

/** The deleted nodes that can be restored. */
export function DeletedDialog<N extends TreeNode>({
  routes,
  event,
  canRestore,
  onRestore,
  onClose,
}: DeletedDialogProps<N>) {
  const t = useTranslations()
  const { deleted } = routes
  useRefresh(event, [deleted])
  const query = useApiQuery(deleted, {} as RequestInput<typeof deleted>)
  const restore = useExclusiveCall<DeletedNode>((node, { onSettled }) => {
    void onRestore(node)
      .then((isDone) => isDone && onClose())
      .finally(onSettled)
  })
  const nodes = query.data as DeletedNode[] | undefined
  return (
    <Dialog title={t('tree.deleted')} width={680} tall onClose={onClose}>
      {query.isPending && <TreeSkeleton label={t('tree.deleted')} />}
      {query.isError && !nodes && (
        <Failed title={t('tree.error_loading_data')} onRetry={() => void query.refetch()} />
      )}
      {nodes?.length === 0 && (
        <Notice
          icon={IconTrashOff}
          title={t('tree.deleted_none', { days: RESTORABLE_DAYS })}
          text={t('tree.deleted_text', { days: RESTORABLE_DAYS })}
        />
      )}
      {nodes && nodes.length > 0 && (
        <>
          <p className={classes.hint}>{t('tree.deleted_text', { days: RESTORABLE_DAYS })}</p>
          <ul className={classes.deleted}>
            {nodes.map((node) => (
              <DeletedLine
                key={node.id}
                node={node}
                onRestore={canRestore ? () => restore(node) : undefined}
              />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function DeletedLine({ node, onRestore }: { node: DeletedNode; onRestore: (() => void) | undefined }) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  const at = dateTime(node.deleted_at)
  return (
    <li>
      <span>
        <b>{node.name}</b>
        {node.nodes > 1 && <em>{t('tree.deleted_nodes', { count: node.nodes })}</em>}
        <small>
          {[
            node.path.join(' › ') || t('tree.top'),
            node.deleted_by ? t('tree.deleted_when', { at, by: node.deleted_by }) : at,
          ].join(' · ')}
        </small>
      </span>
      {onRestore && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} />}
          aria-label={`${t('tree.restore')}: ${node.name}`}
          onClick={onRestore}
        >
          {t('tree.restore')}
        </Button>
      )}
    </li>
  )
}
