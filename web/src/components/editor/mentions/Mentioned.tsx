// A text of the office with links to the partners and products that it mentions.
import { type Mention, parseMentions } from '@kontor/contract/lib/text/mentions'
import { Link } from '@tanstack/react-router'
import { Fragment, use } from 'react'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import classes from './Mentioned.module.css'
import { MentionLinksContext } from './mentionLinks.ts'

/** What somebody of the office has written. Of what partners write nothing is a link: show that as it is. */
export function Mentioned({ text }: { text: string }) {
  return parseMentions(text).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name than their place
    typeof part === 'string' ? <Fragment key={at}>{part}</Fragment> : <Mentioning key={at} mention={part} />,
  )
}

/** A link for users who may see its target, else the name. */
function Mentioning({ mention }: { mention: Mention }) {
  const place = use(MentionLinksContext)?.[mention.kind]
  const can = usePermission()
  if (!place || !can(place.permission)) return <span className={classes.name}>{mention.name}</span>
  return (
    <Link className={classes.link} {...place.address(mention)}>
      {mention.name}
    </Link>
  )
}
