import { expect, test } from 'vitest'
import { campaignPartnerList } from './campaigns/partners.ts'
import { campaignProductList } from './campaigns/products.ts'
import { campaignList } from './campaigns.ts'
import { catalogueOrderList } from './catalogueOrders.ts'
import { partnerList } from './partners.ts'
import { productList } from './products.ts'
import { signedInPartnerList } from './signedInPartners.ts'

test('pages have the documented size: 10 rows, of campaigns 20', () => {
  const tens = [catalogueOrderList, campaignPartnerList, campaignProductList, partnerList, productList]
  for (const { size } of [...tens, signedInPartnerList]) expect(size).toBe(10)
  expect(campaignList.size).toBe(20)
})
