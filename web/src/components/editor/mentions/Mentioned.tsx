// Text of office users with links to the mentioned partners and products.
import { type Mention, parseMentions } from '@kontor/contract/lib/text/mentions'
import { Link } from '@tanstack/react-router'
import { Fragment, use } from 'react'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import classes from './Mentioned.module.css'
import { MentionLinksContext } from './mentionLinks.ts'

/**
 * Renders text of office users with its mentions as links. Text of partners contains no mentions: render
 * it as plain text.
 */
export function Mentioned({ text }: { text: string }) {
  return parseMentions(text).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no ids
    typeof part === 'string' ? <Fragment key={at}>{part}</Fragment> : <Mentioning key={at} mention={part} />,
  )
}

/** A link for users who may open the record, else its name. */
function Mentioning({ mention }: { mention: Mention }) {
  const target = use(MentionLinksContext)?.[mention.kind]
  const can = usePermission()
  if (!target || !can(target.permission)) return <span className={classes.name}>{mention.name}</span>
  return (
    <Link className={classes.link} {...target.address(mention)}>
      {mention.name}
    </Link>
  )
}
