import type { IconName } from '@kontor/contract/lib/resources/resource'
import {
  type Icon,
  IconBox,
  IconBuilding,
  IconCalendar,
  IconCoin,
  IconFileText,
  IconFlag,
  IconList,
  IconMapPin,
  IconPercentage,
  IconRuler,
  IconTag,
  IconTags,
  IconTruck,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'

/** The icons that a declaration may name. */
export const icons: Readonly<Record<IconName, Icon>> = {
  box: IconBox,
  building: IconBuilding,
  calendar: IconCalendar,
  coin: IconCoin,
  document: IconFileText,
  flag: IconFlag,
  list: IconList,
  'map-pin': IconMapPin,
  people: IconUsersGroup,
  percent: IconPercentage,
  ruler: IconRuler,
  tag: IconTag,
  tags: IconTags,
  truck: IconTruck,
  world: IconWorld,
}
