import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { Button } from '@mantine/core'
import { IconBinaryTree, IconFilterOff, IconFilterSearch, IconPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { Failed, Notice } from '../../ui/Notice.tsx'
import classes from './treePage.module.css'
import type { TreePageProps } from './treePageProps.ts'
import { clearSearch, type useTreePage } from './useTreePage.ts'

/** Why there are no rows: loading failed, nothing matches, or the tree is empty. */
export function TreeNotice<N extends TreeNode>({
  words,
  page,
}: TreePageProps<N> & { page: ReturnType<typeof useTreePage<N>> }) {
  const t = useTranslations()
  const message = useMessage()
  const { tree, state, folder } = page
  if (tree.error) {
    const { body } = tree.error
    return (
      <Failed
        title={t('tree.error_loading_data')}
        text={message(body.message, body.params)}
        onRetry={tree.retry}
      />
    )
  }
  if (state.search) {
    return (
      <Notice
        icon={IconFilterSearch}
        title={t('tree.nothing_found', { text: state.search })}
        text={t('tree.nothing_found_text')}
      >
        <Button variant="default" leftSection={<IconFilterOff size={16} />} onClick={() => clearSearch(page)}>
          {t('tree.clear')}
        </Button>
      </Notice>
    )
  }
  return (
    <Notice icon={IconBinaryTree} title={t('tree.no_data')} text={folder ? folder.name : words.empty.text}>
      {page.canChange && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => page.add(folder ?? null)}>
          {words.add}
        </Button>
      )}
    </Notice>
  )
}

/** Placeholder of the tree until its first rows arrive. */
export const TreeSkeleton = ({ label }: { label: string }) => (
  <div className={classes.skeleton} role="status" aria-label={label} aria-busy>
    {Array.from({ length: 14 }, (_, line) => (
      // Skeleton rows are static and have no ids.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <span key={line} aria-hidden>
        <i style={{ width: `${[34, 46, 28, 40, 31][line % 5]}%` }} />
      </span>
    ))}
  </div>
)
