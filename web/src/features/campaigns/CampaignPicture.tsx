import type { Campaign } from '@kontor/contract/campaigns'

/** URL of a campaign's picture. */
export const pictureOf = ({ image }: Pick<Campaign, 'image'>) => `/api/images/campaigns/${image}`
