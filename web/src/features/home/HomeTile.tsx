import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Screen } from '../../components/shell/screen.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { plural } from '../../lib/i18n/words.ts'
import classes from './HomeTile.module.css'
import type { Tile } from './Tiles.tsx'

interface Props {
  path: string
  named: Pick<Screen, 'label' | 'icon'>
  /** Undefined until loaded; the space is reserved. */
  tile: Tile | undefined
}

/** A tile: a screen's name and one figure. The whole tile links to the counted rows. */
export function HomeTile({ path, named, tile }: Props) {
  const { locale } = useLanguage()
  const { icon: Icon, label } = named
  return (
    <li>
      <Link className={classes.tile} to={path} search={tile?.search ?? {}}>
        <Icon size={18} stroke={1.6} aria-hidden />
        <span className={classes.name}>{label[locale]}</span>{' '}
        {tile ? <Figure {...tile} /> : <span className={classes.waiting} aria-hidden />}
      </Link>
    </li>
  )
}

function Figure({ count, text, context }: Tile) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const more = context && t(`home.tile.${context.key}`, { count: context.count })
  return (
    <span className={classes.label} title={more}>
      <strong>{t('home.figure', { count })}</strong>{' '}
      {typeof text === 'string' ? t(`home.tile.${text}`, { count }) : plural(text[locale], count, locale)}
    </span>
  )
}
