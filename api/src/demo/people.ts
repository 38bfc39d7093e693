import { LEAST_ROLE, type Role } from '@kontor/contract/lib/http/about'
import { demoCategories } from './catalogue.ts'
import { demoCities } from './places.ts'
import { officeMoment, type Random, seeded } from './random.ts'

/** Customers that are also in the accountants' sheet: every third number from 10000, under the same name. */
const KNOWN = `Auto servis Đurović Co; Autogume Ćetković & sinovi; Servis Živković d.o.o.; Auto servis Adžić;
Auto djelovi Radović; Auto kuća Popović Co; Auto kuća Popović d.o.o.; Auto kuća Žugić Co;
Auto djelovi Čađenović & sinovi; Auto servis Radović Co; Motors Ćetković d.o.o.; Auto centar Džaferović d.o.o.;
Auto djelovi Šaranović & sinovi; Autogume Žugić d.o.o.; Autogume Čađenović; Auto kuća Žugić & sinovi;
Motors Čađenović d.o.o.; Auto centar Šćepanović d.o.o.; Auto kuća Šaranović Co; Gume Marković;
Auto djelovi Šaranović d.o.o.; Auto kuća Šaranović & sinovi; Servis Šćepanović d.o.o.; Vulkanizer Ćetković;
Pneumatik Vuković & sinovi; Auto servis Popović d.o.o.; Pneumatik Ćetković; Vulkanizer Kovačević d.o.o.;
Pneumatik Đurović & sinovi; Motors Kovačević Co; Gume Marković; Motors Čađenović & sinovi; Vulkanizer Žugić d.o.o.;
Auto centar Šaranović; Autogume Ljumović; Autogume Ljumović & sinovi; Pneumatik Đurović & sinovi;
Auto kuća Radović d.o.o.; Motors Džaferović & sinovi; Auto kuća Radović d.o.o.; Servis Žugić; Motors Džaferović;
Auto kuća Njegoš d.o.o.; Autogume Njegoš Co; Auto servis Šaranović Co; Auto servis Živković; Gume Živković;
Auto djelovi Ćetković d.o.o.; Vulkanizer Živković & sinovi; Auto centar Šćepanović d.o.o.; Motors Marković d.o.o.;
Pneumatik Đurović d.o.o.; Autogume Šćepanović d.o.o.; Motors Ćetković & sinovi; Auto servis Žugić Co;
Motors Šaranović; Vulkanizer Đurović Co; Motors Marković d.o.o.; Auto djelovi Čađenović; Auto centar Ljumović d.o.o.`

/** Customers with their town; their numbers are between those of the sheet. */
const OWN = `Auto-centar Đurišić d.o.o., Podgorica; Vulkanizer Šćepanović, Nikšić; Autoservis Žarković, Bar;
Bokeška guma d.o.o., Kotor; Sjever Trans d.o.o., Bijelo Polje; Pneumatik Čabarkapa, Pljevlja; Auto Jokić, Herceg Novi;
Lovćen Auto d.o.o., Cetinje; Servis Mijušković, Budva; Guma Centar Berane, Berane; Marina Auto d.o.o., Tivat;
Auto kuća Hadžović, Ulcinj; Zeta Auto d.o.o., Danilovgrad; Vulkanizer Kurtagić, Rožaje; Auto Tara d.o.o., Mojkovac;
Gorska guma d.o.o., Kolašin; Durmitor Servis, Žabljak; Prokletije Auto, Plav; Malisor Gume, Tuzi;
Piva Transport d.o.o., Plužine`

// Towns, repeated by weight: most customers are in the larger ones.
const TOWNS =
  `Podgorica Podgorica Podgorica Podgorica Podgorica Nikšić Nikšić Nikšić Bar Bar Budva Budva Pljevlja
Pljevlja Berane Berane Cetinje Kotor Tivat Ulcinj Danilovgrad Kolašin Rožaje Tuzi Mojkovac Plav Gusinje Andrijevica
Petnjica Žabljak Šavnik Plužine`.split(/\s/)
const TRADES = `Vulkanizer, Autoservis, Auto-centar, Pneumatik, Auto djelovi, Autoelektrika, Auto kuća, Gume,
Mehanika, Limarija, Auto oprema, Brzi servis`.split(/,\s/)
const FAMILIES =
  `Knežević, Vujović, Radulović, Đukanović, Šćekić, Čolaković, Bošković, Perović, Mugoša, Žižić, Raičević,
Đurđevac, Kastrati, Hodžić, Škrijelj, Pejović, Vukotić, Drašković, Zečević, Nikčević, Mijatović, Đeljošaj, Lekić,
Roćen, Babović, Đokaj, Kalač, Obradović, Tomović, Čović, Stanišić, Vuksanović`.split(/,\s/)
const FORMS = ['', '', ' d.o.o.', ' d.o.o.', ' & sinovi', ' Co']

/** 200 customers in Montenegro by ascending number, last touched within the 60 days before `now`. */
export function demoPartners(now: Date) {
  const random = seeded(10_000)
  const towns = new Map(demoCities().map((city) => [city.name, city.id]))
  return customers(random).map(({ id, name, town }) => ({
    id,
    name,
    // An unknown town gives 0, which violates the foreign key.
    city_id: towns.get(town) ?? 0,
    phone: `+382 ${random.pick(['67', '68', '69'])} ${random.int(200, 999)} ${random.int(100, 999)}`,
    haynes_pro_username: random.chance(0.35) ? `hp_${id}` : null,
    category_ids: interests(random, name),
    ...papers(id),
    is_active: !random.chance(0.04),
    ...figures(random),
    updated_at: officeMoment(random, now, 60),
  }))
}

/** Further fields of a customer; with a random generator of its own, so that other values do not change. */
function papers(id: number) {
  const random = seeded(id)
  if (random.chance(0.3)) return {}
  return {
    pib: String(random.int(2_000_000, 3_999_999)).padStart(8, '0'),
    pdv: random.chance(0.6) ? `30/31-${random.int(10_000, 19_999)}-${random.int(1, 9)}` : null,
    account_number: `${random.pick([510, 520, 530, 535, 540])}-${random.int(10_000, 99_999)}-${random.int(10, 97)}`,
    email: random.chance(0.5) ? `servis${id}@primjer.example` : null,
    country_id: 1,
    pin: random.chance(0.2) ? String(random.int(1000, 9999)) : null,
  }
}

function customers(random: Random): { id: number; name: string; town: string }[] {
  const known = KNOWN.split(/;\s/).map((name, i) => ({ id: 10_000 + 3 * i, name, town: random.pick(TOWNS) }))
  const customers = OWN.split(/;\s/).map((entry) => {
    const [name = '', town = ''] = entry.split(', ')
    return { name, town }
  })
  const taken = new Set(customers.map(({ name }) => name))
  while (customers.length < 140) {
    const name = `${random.pick(TRADES)} ${random.pick(FAMILIES)}${random.pick(FORMS)}`
    if (!taken.has(name)) customers.push({ name, town: random.pick(TOWNS) })
    taken.add(name)
  }
  // 10001, 10004, … and later 10002, 10005, … never collide with the sheet's 10000, 10003, …
  const between = customers.map((customer, i) => ({
    id: 10_001 + 3 * i + (i % 7 === 3 ? 1 : 0),
    ...customer,
  }))
  return [...known, ...between].sort((a, b) => a.id - b.id)
}

// The products that a customer buys by its name; workshops buy parts for a service.
const TRADE_GOODS: [name: RegExp, goods: string[]][] = [
  [/gum|pneumatik|vulkanizer/i, ['Gume', 'Felne', 'Teretne gume', 'Moto gume', 'Alati']],
  [/elektrika/i, ['Akumulatori', 'Sijalice i elektrika', 'Dijagnostika']],
  [/trans/i, ['Teretne gume', 'Akumulatori', 'Ulja i maziva']],
  [/oprema|limarija/i, ['Kozmetika', 'Brisači', 'Sijalice i elektrika', 'Alati', 'Felne']],
  [
    /djelovi/i,
    ['Auto djelovi', 'Filteri', 'Kočioni sistem', 'Amortizeri i ogibljenje', 'Kaiševi i lančanici'],
  ],
  [/./, ['Ulja i maziva', 'Auto djelovi', 'Filteri', 'Kočioni sistem', 'Akumulatori', 'Gume', 'Alati']],
]

/** One to four categories, including that of its trade. */
function interests(random: Random, name: string): number[] {
  const goods = TRADE_GOODS.find(([pattern]) => pattern.test(name))?.[1] ?? []
  const [first, ...others] = goods
  const bought = [first, ...random.some(others, random.int(0, 3))]
  return demoCategories()
    .filter((category) => bought.includes(category.name))
    .map((category) => category.id)
}

/** Debts, plans and bonuses of a customer: a debt within its limit, sales near the plan. */
function figures(random: Random) {
  const plan = random.int(8, 180) * 1000
  const plan_tires = random.int(3, 90) * 1000
  const limit = random.int(2, 50) * 1000
  const debt = random.chance(0.12) ? 0 : random.int(0, limit * 110)
  return {
    debt: euros(debt),
    moneyCirculation: euros(random.int(plan * 20, plan * 115)),
    annualPlan: euros(plan * 100),
    payment: euros(random.int(plan * 5, plan * 60)),
    bonus: bonus(random),
    toolCash: euros(random.int(0, 400_000)),
    debitLimit: euros(limit * 100),
    outOfCurrency: euros(random.chance(0.4) ? 0 : random.int(0, Math.floor(debt / 2))),
    paymentTires: euros(random.int(plan_tires * 5, plan_tires * 60)),
    bonusTires: bonus(random),
    toolCashTires: euros(random.int(0, 150_000)),
    annualPlanTires: euros(plan_tires * 100),
    moneyCirculationTires: euros(random.int(plan_tires * 20, plan_tires * 115)),
  }
}

const euros = (cents: number) => (cents / 100).toFixed(2)

function bonus(random: Random) {
  if (random.chance(0.3)) return euros(random.int(5_000, 280_000))
  return `${random.pick(['1.5', '2', '2.5', '3', '3.5', '5', '7.5', '10'])}%`
}

const STAFF: [name: string, username: string, role: Role][] = [
  ['Ana Vukčević', 'ana', 'user_admin'],
  ['Marko Đukić', 'marko', 'user_manager'],
  ['Jelena Šćepović', 'jelena', 'user_manager'],
  ['Nikola Žarić', 'nikola', 'user_engineer'],
  ['Luka Čabarkapa', 'luka', 'user_engineer'],
  ['Ivana Bošković', 'ivana', 'user_financier'],
  ['Milica Radunović', 'milica', 'user_financier'],
  ['Dragan Pejović', 'dragan', 'user_manager'],
]

/** Further users of three customers, besides the user that every customer has under its number. */
const PARTNER_STAFF: [name: string, username: string, partner_id: number][] = [
  ['Jelena Đurišić', 'jelena.djurisic', 10001],
  ['Filip Đurišić', 'filip.djurisic', 10001],
  ['Marko Šćepanović', 'marko.scepanovic', 10004],
  ['Nikola Žarković', 'nikola.zarkovic', 10007],
  ['Milan Žarković', 'servis', 10007],
]

/** The one who was invited and has not set a password yet. */
const INVITED = 'filip.djurisic'

/** The office's users (the last one is inactive) and some of the customers'; passwords are set elsewhere. */
export function demoUsers(): DemoUser[] {
  return [
    ...STAFF.map(([name, username, role]) => ({
      name,
      username,
      role,
      partner_id: null,
      is_active: username !== 'dragan',
      email: null,
      isInvited: false,
    })),
    ...PARTNER_STAFF.map(([name, username, partner_id]) => {
      const role: Role = LEAST_ROLE
      const isInvited = username === INVITED
      const email = isInvited ? `${username}@example.me` : null
      return { name, username, role, partner_id, is_active: true, email, isInvited }
    }),
  ]
}

interface DemoUser {
  name: string
  username: string
  role: Role
  partner_id: number | null
  is_active: boolean
  email: string | null
  isInvited: boolean
}
