// The inbox as a filtered, sorted and paged list. In a file of its own, because the portal's first screen only shows
// the newest messages and need not load the code of lists.
import { route } from '../lib/http/route.ts'
import { list, listBody, paged } from '../lib/lists/list.ts'
import { portalNotification } from './portal.ts'

export const portalNotificationList = list({
  columns: {
    created_at: { label: { cnr: 'Datum', en: 'Date' }, filter: 'day' },
    subject: { label: { cnr: 'Naslov', en: 'Subject' }, filter: 'text' },
    notification_text: { label: { cnr: 'Tekst', en: 'Text' }, filter: 'text' },
    is_read: { label: { cnr: 'Pročitano', en: 'Read' }, filter: 'flag' },
  },
  search: ['subject', 'notification_text'],
  sort: { by: 'created_at', desc: true },
})

export const portalInbox = {
  index: route({
    method: 'POST',
    path: '/api/app/notifications/index',
    audience: 'partner',
    summary: 'Search own notifications',
    description:
      'Returns one page, the newest first. Titles that Kontor writes are in the language of the call.',
    body: listBody(portalNotificationList),
    response: paged(portalNotification),
    whileViewing: true,
  }),
}
