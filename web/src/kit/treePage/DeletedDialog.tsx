import type { Ask } from '@kontor/contract/kit/api/route'
import { type DeletedNode, KEPT_DAYS, type TreeNode } from '@kontor/contract/kit/tree/tree'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconTrashOff } from '@tabler/icons-react'
import { Dialog } from '../dialog/Dialog.tsx'
import { useRefresh } from '../live/useEvents.ts'
import { Failed, Notice } from '../look/Notice.tsx'
import { useOneAtATime } from '../net/useOneAtATime.ts'
import { useRoute } from '../net/useRoute.ts'
import { formatOf } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { treeTexts } from '../tree/texts.ts'
import type { TreeEvent } from '../tree/useLevels.ts'
import classes from './dialogs.module.css'
import { TreeSkeleton } from './TreeNotice.tsx'
import type { TreeCalls } from './useTreeActs.tsx'

interface Props<N extends TreeNode> {
  routes: TreeCalls<N>
  event: TreeEvent
  canRestore: boolean
  /** Answers whether it was carried out. */
  onRestore: (node: DeletedNode) => Promise<boolean>
  onClose: () => void
}

/** What was deleted and can still be restored. */
export function DeletedDialog<N extends TreeNode>({
  routes,
  event,
  canRestore,
  onRestore,
  onClose,
}: Props<N>) {
  const t = useTexts(treeTexts)
  const { deleted } = routes
  useRefresh(event, [deleted])
  const query = useRoute(deleted, {} as Ask<typeof deleted>)
  const restore = useOneAtATime<DeletedNode>((node, { onSettled }) => {
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
          title={t('tree.deleted_none', { days: KEPT_DAYS })}
          text={t('tree.deleted_text', { days: KEPT_DAYS })}
        />
      )}
      {nodes && nodes.length > 0 && (
        <>
          <p className={classes.hint}>{t('tree.deleted_text', { days: KEPT_DAYS })}</p>
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
  const t = useTexts(treeTexts)
  const { dateTime } = formatOf(useLanguage().locale)
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
          leftSection={<IconArrowBackUp size={16} stroke={1.6} />}
          aria-label={`${t('tree.restore')}: ${node.name}`}
          onClick={onRestore}
        >
          {t('tree.restore')}
        </Button>
      )}
    </li>
  )
}
