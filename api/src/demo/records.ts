import { officeMoment, type Random, seeded } from './random.ts'

const lines = (text: string) => text.split('\n').map((line) => line.split(' | '))
const named = (names: string) => names.split(/,\s+/).map((name) => ({ name }))

const BANKS = `Crnogorska komercijalna banka | 510
Hipotekarna banka | 520
NLB banka | 530
Prva banka Crne Gore | 535
Erste banka | 540
Addiko banka | 555
Universal Capital banka | 560
Lovćen banka | 565
Adriatic banka | 570
Ziraat banka | 575
Zapad banka | 580`

const SERVICES = `Montaža i balansiranje | Gume | US-101 | 1 | one_time | 21 | - | f | Cijena po točku, sa tegovima.
Skladištenje guma | Gume | US-102 | 180 | one_time | 21 | 6 | f | Za jednu sezonu; gume se peru prije odlaganja.
Održavanje voznog parka | Teretne gume | US-201 | 365 | monthly_limited | 21 | 12 | f | Do 20 izlazaka mjesečno.
Pomoć na putu | Auto djelovi | US-202 | 365 | monthly_unlimited | 21 | 12 | f | Od 0 do 24 časa, na cijeloj teritoriji.
Umjeravanje mjernih uređaja | Dijagnostika | US-301 | 3 | one_time | 21 | 24 | t | Po akreditovanom postupku, sa uvjerenjem.
Dijagnostika motora | Dijagnostika | US-302 | 1 | one_time | 21 | - | t | -
Obuka za hibridna vozila | Alati | US-401 | 2 | one_time | 0 | 1 | t | Za najviše 12 polaznika.
Pretplata na tehničke podatke | Alati | US-402 | 30 | monthly_unlimited | 21 | 12 | f | -`

const COMMENTS = `Plaća po isteku valute | Prije isporuke provjeriti stanje duga i javiti se referentu prodaje.
Zove prije isporuke | Vozač se najavljuje telefonom bar sat ranije.
Isporuka do 10 časova | Radionica prima robu samo prije podne.
Reklamacija u toku | Artikal je poslat dobavljaču na pregled; odgovor u roku od 15 dana.
Traži fakturu uz robu | Otpremnica nije dovoljna.`

const REPLIES = `Primili smo poruku | both | Dobar dan, {korisnik}! Primili smo vašu poruku i javljamo vam se još danas. {potpis}
Rok isporuke | both | Roba koju poručite do 14 časova stiže vam narednog radnog dana. {potpis}
Zamjena oštećene robe | support | Žao nam je zbog oštećenja. Vozač preuzima robu pri sljedećoj isporuci za {partner}, a zamjenu šaljemo istog dana. Molimo vas da sačuvate ambalažu i DOT brojeve. {potpis}
Stanje duga | support | Karticu partnera {partner} šaljemo na e-poštu koju ste prijavili. Za izmjene se javite računovodstvu na 020 600 100. {potpis}
Predračun | both | Predračun je spreman i stiže na vašu e-poštu u roku od jednog sata. {potpis}
Prijava na obuku | chat | Dobar dan, {korisnik}! Vaše mjesto na obuci je rezervisano. Vidimo se! {potpis}
Neradni dan | both | Danas ne radimo. Odgovorićemo vam prvog radnog dana ujutru.`

const usedIn = ['both', 'chat', 'support'] as const

const NAMES =
  'Marko, Jelena, Nikola, Milica, Luka, Ivana, Stefan, Ana, Miloš, Maja, Vuk, Sanja, Petar, Tijana, Filip, Đorđe'.split(
    ', ',
  )
const FAMILIES =
  'Vuković, Popović, Đurović, Radulović, Knežević, Šćepanović, Žugić, Čađenović, Mugoša, Perović, Bošković, Ćetković, Kastrati, Hodžić'.split(
    ', ',
  )

/** The records of generated resources, each row as in its table. */
export const demoRecords = () => ({
  partner_types: named('Autoservis, Vulkanizer, Trgovina djelovima, Prevoznik, Javna ustanova, Rent-a-car'),
  contact_types: named('Direktor, Nabavka, Računovodstvo, Magacin, Servis'),
  worker_types: named('Komercijalista, Magacioner, Vozač, Serviser, Administracija'),
  replies: lines(REPLIES).map(([name = '', used_in = '', text = '']) => ({
    name,
    text,
    used_in: usedIn.find((one) => one === used_in) ?? 'both',
  })),
  banks: lines(BANKS).map(([name = '', number = '']) => ({ name, number })),
  vats: [
    { name: 'Opšta stopa', rate: '21' },
    { name: 'Snižena stopa', rate: '15' },
    { name: 'Najniža stopa', rate: '7' },
    { name: 'Oslobođeno', rate: '0' },
  ],
  vehicles: lines(`Dostavno, Volkswagen Caddy | PG CG 418
Dostavno, Ford Transit | PG KR 027
Kamion, Iveco Eurocargo | PG TR 551
Putničko, Škoda Octavia | PG AB 903
Dostavno, Renault Kangoo | NK CG 114
Viljuškar, Linde H25 | PG VL 002`).map(([type = '', plates = '']) => ({ type, plates })),
  warehouses: lines(`Centralno skladište | Cijevna bb, Podgorica
Skladište guma | Aerodromska bb, Podgorica
Sjever | Živka Žižića 7, Bijelo Polje
Primorje | Bulevar revolucije 31, Bar`).map(([name = '', address = '']) => ({ name, address })),
  facilities: lines(`Uprava | Vojislavljevića 12, Podgorica
Servisni centar | Cijevna bb, Podgorica
Sala za obuke | Aerodromska bb, Podgorica`).map(([name = '', address = '']) => ({ name, address })),
  licenses: lines(`Prevoz tereta u drumskom saobraćaju | PT-0418/24 | 2027-06-30
Promet ulja i maziva | UM-112/25 | 2028-03-15
Sakupljanje otpadnih guma | OG-37/23 | 2026-12-31`).map(([name = '', number = '', valid_until = '']) => ({
    name,
    number,
    valid_until,
  })),
  items: lines(`Gorivo | 1850
Putarine i parking | 240
Registracija vozila | 1120
Zakup skladišta | 3200
Struja i voda | 640
Kancelarijski materijal | 180`).map(([name = '', cost = '']) => ({ name, cost })),
  statuses: named('U pripremi, Poslato, Prihvaćeno, U izradi, Završeno, Odbijeno'),
  comments: lines(COMMENTS).map(([name = '', text = '']) => ({ name, text })),
})

const paymentTypes = ['one_time', 'monthly_limited', 'monthly_unlimited'] as const

/** Services with the names of their category and the percentage of their VAT. */
export const demoServices = () =>
  lines(SERVICES).map(([name, category, serial_number, duration, payment_type, vat, months, flag, note]) => ({
    name: name ?? '',
    serial_number: serial_number ?? null,
    duration: Number(duration),
    payment_type: paymentTypes.find((one) => one === payment_type) ?? paymentTypes[0],
    completion_months: months === '-' ? null : Number(months),
    accreditation: flag === 't',
    note: note === '-' ? null : (note ?? null),
    category: category ?? '',
    vat: Number(vat),
  }))

const person = (random: Random) => `${random.pick(NAMES)} ${random.pick(FAMILIES)}`

/** A personal number with its check digit, of a fictitious person born in Podgorica. */
function jmbg(random: Random) {
  const two = (n: number) => String(n).padStart(2, '0')
  const born = `${two(random.int(1, 28))}${two(random.int(1, 12))}9${random.int(66, 99)}`
  const digits = [...`${born}21${random.int(100, 999)}`].map(Number)
  const sum = digits.reduce((total, digit, i) => total + digit * (7 - (i % 6)), 0)
  const check = 11 - (sum % 11)
  return `${digits.join('')}${check > 9 ? 0 : check}`
}

/** The workers, each with the index of their type. */
export function demoWorkers() {
  const random = seeded(77)
  const names = [...new Set(Array.from({ length: 24 }, () => person(random)))]
  return names.map((name) => ({
    name,
    type: random.int(0, 4),
    jmbg: random.chance(0.8) ? jmbg(random) : null,
    is_active: !random.chance(0.1),
  }))
}

/** A bank account number with its two check digits. */
function accountAt(bank: string, random: Random) {
  const accountNumber = String(random.int(1000, 9_999_999))
  const rest = Number((BigInt(`${bank}${accountNumber.padStart(13, '0')}`) * 100n) % 97n)
  return `${bank}-${accountNumber}-${String(98 - rest).padStart(2, '0')}`
}

/** The records of a partner; types and banks are indexes of their lists. */
export function recordsOf(partner: { id: number; name: string }, now: Date) {
  const random = seeded(partner.id)
  const domain = partner.name.toLowerCase().replace(/[^a-z]+/g, '')
  const people = [...new Set(Array.from({ length: random.int(0, 2) }, () => person(random)))]
  const began = officeMoment(random, now, 700)
  const from = began.toISOString().slice(0, 10)
  const recordings = random.int(4, 60)
  return {
    contacts: people.map((name, i) => ({
      name,
      type: i,
      phone: random.chance(0.9)
        ? `+382 ${random.pick(['67', '68', '69'])} ${random.int(100_000, 999_999)}`
        : null,
      email: random.chance(0.6) ? `${i ? 'nabavka' : 'info'}@${domain}.example` : null,
    })),
    accounts: random
      .some(lines(BANKS), random.int(0, 2))
      .map(([, bank = '']) => ({ bank, number: accountAt(bank, random) })),
    contracts: random.chance(0.15)
      ? [
          {
            number: `${partner.id % 400}/${from.slice(0, 4)}`,
            date_from: from,
            date_to: random.chance(0.7) ? `${Number(from.slice(0, 4)) + 2}${from.slice(4, 8)}28` : null,
            number_of_recordings: recordings,
            remaining_recordings: random.int(0, recordings),
          },
        ]
      : [],
    branches: random.chance(0.06)
      ? [
          {
            name: `${partner.name} – poslovnica ${random.pick(['Bar', 'Nikšić', 'Budva', 'Berane'])}`,
            address: `${random.pick(['Njegoševa', 'Vuka Karadžića', 'Industrijska'])} ${random.int(1, 90)}`,
            pib: String(random.int(2_000_000, 3_999_999)).padStart(8, '0'),
            pdv: `30/31-${random.int(10_000, 19_999)}-${random.int(1, 9)}`,
            type: random.int(0, 2),
          },
        ]
      : [],
  }
}
