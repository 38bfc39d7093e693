import { demoCategories } from './catalogue.ts'
import { officeMoment, seeded } from './random.ts'

/** A notification, and the slider or campaign that it opens, by name. */
type DemoNotification = [
  subject: string,
  text: string,
  categories: string[],
  opens?: { slider: string } | { campaign: string },
]
const NOTIFICATIONS: DemoNotification[] = [
  [
    'Zimske gume su stigle',
    'Nova pošiljka zimskih guma je u magacinu. Poručite dok su sve dimenzije tu.',
    ['Gume'],
    { slider: 'Zimske gume: 4 komada po cijeni 3' },
  ],
  [
    'Akcija: motorna ulja',
    'Do kraja mjeseca 5W-30 i 5W-40 po akcijskoj cijeni, uz količinski popust.',
    ['Ulja i maziva'],
    { campaign: 'Ulja i filteri za servise' },
  ],
  [
    'Obuka za dijagnostiku',
    'Besplatna obuka u Podgorici. Prijavite se u aplikaciji, broj mjesta je ograničen.',
    ['Dijagnostika'],
    { slider: 'Seminar: dijagnostika hibridnih vozila' },
  ],
  [
    'Akumulatori pred zimu',
    'Provjerite zalihe akumulatora: isporuka u roku od 24 sata širom Crne Gore.',
    ['Akumulatori'],
  ],
  [
    'Novi katalog kočionih obloga',
    'Dodato je preko 200 artikala kočionog sistema. Pogledajte ih u katalogu.',
    ['Kočioni sistem'],
  ],
  [
    'Teretni program',
    'Teretne gume nove sezone su dostupne za narudžbu, uz odloženo plaćanje.',
    ['Teretne gume'],
  ],
  ['Neradni dani', 'Zbog praznika magacin ne radi 1. i 2. maja. Narudžbe se šalju prvog radnog dana.', []],
]

const COMPLAINT = 3
const SUPPORT: [type: 1 | 2 | 3, text: string][] = [
  [1, 'Kada očekujete dimenziju 195/65 R15 na stanju?'],
  [1, 'Možemo li dobiti predračun za posljednju narudžbu?'],
  [3, 'Jedna guma iz pošiljke je stigla sa oštećenim bokom. Molimo vas za zamjenu.'],
  [2, 'Bilo bi dobro da se u aplikaciji vidi stanje duga po fakturama.'],
  [1, 'Da li je moguća dostava subotom do 12 časova?'],
  [2, 'Dodajte u katalog i ulja za mjenjače, stalno ih tražimo.'],
  [3, 'Pošiljka kasni već tri dana, a kupac čeka na dizalici.'],
  [1, 'Koji je minimalan iznos za besplatnu dostavu na sjever?'],
  [2, 'Obavještenje dan pred isporuku bi nam mnogo pomoglo.'],
  [1, 'Imate li senzore pritiska koji odgovaraju modelima iz 2022?'],
  [3, 'Na fakturi je pogrešno obračunat rabat za akumulatore.'],
  [1, 'Trebaju nam tehnički podaci za novi dijagnostički uređaj.'],
]

/** Replies of the office in order, and follow-ups of some partners. */
const ANSWERS: [answer: string, then?: string][] = [
  ['Dobar dan! Dimenzija stiže u četvrtak, 40 komada. Da vam odvojimo četiri?', 'Odvojite šest, molim vas.'],
  ['Predračun smo poslali na vašu e-poštu.'],
  [
    'Primili smo prijavu. Provjeravamo magacin u Baru i javljamo se ujutru sa terminom.',
    'Hvala. Može i drugi DOT, samo da je ista klasa.',
  ],
  ['Hvala na prijedlogu, prosljeđujemo ga kolegama koji rade na aplikaciji.'],
  ['Da, subotom isporučujemo do 12 časova, uz najavu dan ranije.'],
  ['Ulja za mjenjače dolaze u katalog u decembru. Hvala!'],
  ['Pošiljka je krenula jutros, vozač vam se javlja do 14 časova.', 'Stigla je, hvala.'],
  ['Za sjever je dostava besplatna preko 150 €.'],
  ['Dobra ideja, razmatramo je.'],
  ['Imamo ih. Pošaljite nam model i godište, pa šaljemo tačan broj.'],
  ['U pravu ste. Ispravljenu fakturu šaljemo danas.'],
  ['Podaci su u Tehničkoj podršci, u folderu Dijagnostika.'],
]

/** The state of conversations: two of three open ones have no reply yet. */
export function demoReplies(
  messages: readonly { id: number; message_content: string; is_active: boolean }[],
) {
  return messages.flatMap(({ id, message_content, is_active }, n) => {
    const [reply, then] = ANSWERS[SUPPORT.findIndex(([, text]) => text === message_content)] ?? []
    if (!reply || (is_active && n % 3 !== 1)) return []
    return [{ id, answer: reply, more: is_active ? then : undefined }]
  })
}

interface DemoUser {
  id: number
  partner_id: number
}

/** Phones and browsers of the portal's users, and when they first and last signed in. */
export function demoDevices(users: readonly DemoUser[], now: Date) {
  const random = seeded(31)
  const signIns = users
    .filter(() => random.chance(0.45))
    .map(({ id }) => {
      const one = officeMoment(random, now, 60)
      const two = officeMoment(random, now, 60)
      const [first, last] = one < two ? [one, two] : [two, one]
      return { user_id: id, registered_at: first.toISOString(), last_sign_in_at: last.toISOString() }
    })
  const devices = signIns
    .filter(() => random.chance(0.85))
    .map(({ user_id, registered_at, last_sign_in_at }) => ({
      user_id,
      platform: random.chance(0.7) ? ('android' as const) : ('ios' as const),
      token: `demo-${user_id}-${random.int(100_000, 999_999)}`,
      p256dh: null,
      auth: null,
      created_at: registered_at,
      last_seen_at: last_sign_in_at,
    }))
  return { signIns, devices }
}

/** The notifications of the last two months, oldest first. Those without categories went to some partners. */
export function demoNotifications(now: Date) {
  const random = seeded(32)
  const ids = new Map(demoCategories().map(({ id, name }) => [name, id]))
  const sent = NOTIFICATIONS.map(([subject, notification_text, names, opens]) => ({
    subject,
    notification_text,
    opens,
    category_ids: names.flatMap((name) => ids.get(name) ?? []),
    at: officeMoment(random, now, 60),
  })).sort((a, b) => a.at.getTime() - b.at.getTime())
  // The last one is recent, so that its failed deliveries are shown on the home page.
  return sent.map((one, index) =>
    index === sent.length - 1 ? { ...one, at: officeMoment(random, now, 2) } : one,
  )
}

/** The messages of partners, oldest first; some are resolved, but no complaint yet. */
export function demoSupport(users: readonly DemoUser[], now: Date) {
  const random = seeded(33)
  return [...SUPPORT, ...SUPPORT.slice(0, 6)]
    .map(([type, message_content]) => {
      const { id, partner_id } = random.pick(users)
      const at = officeMoment(random, now, 45)
      return {
        type,
        message_content,
        user_id: id,
        partner_id,
        is_active: random.chance(0.6) || type === COMPLAINT,
        at,
      }
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}
