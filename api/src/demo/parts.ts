import type { PictureKind } from './pictures.ts'
import type { Random } from './random.ts'
import type { ProductDraft } from './tyres.ts'

const CARS =
  `VW Golf 6, VW Golf 7, VW Passat B7, VW Caddy, Škoda Octavia, Škoda Fabia, Audi A3, Audi A4, Seat Leon,
Opel Astra J, Opel Corsa D, Renault Clio 4, Renault Megane 3, Peugeot 308, Citroën C4, Dacia Duster, Fiat Punto,
Fiat Doblo, Ford Focus, Toyota Yaris, Hyundai i30, Kia Ceed, BMW 3 (E90), Mercedes C (W204), Mercedes Sprinter`.split(
    /,\s/,
  )

/** Part, number of makers that offer it for a car, makers, price in cents, description, picture. */
const CAR_PARTS: [
  part: string,
  offers: number,
  makers: string,
  cents: number,
  about: string,
  picture: PictureKind,
][] = [
  [
    'disk kočnice prednji',
    2,
    'Brembo, ATE, TRW, Zimmermann',
    4200,
    'Ventilirajući, cijena po komadu',
    'brake_disc',
  ],
  ['disk kočnice zadnji', 2, 'Brembo, ATE, TRW', 3300, 'Puni, cijena po komadu', 'brake_disc'],
  ['disk pločice prednje', 3, 'Bosch, Ferodo, TRW, ATE, Textar', 3100, 'Garnitura za osovinu', 'brake_pads'],
  ['disk pločice zadnje', 2, 'Bosch, Ferodo, TRW, Textar', 2500, 'Garnitura za osovinu', 'brake_pads'],
  ['filter ulja', 2, 'MANN-Filter, Bosch, Mahle, Filtron', 720, 'Sa zaptivkom', 'filter'],
  ['filter vazduha', 2, 'MANN-Filter, Bosch, Mahle, Filtron', 1150, '', 'filter'],
  ['filter goriva', 1, 'MANN-Filter, Bosch, Mahle', 1890, 'Dizel', 'filter'],
  ['filter kabine', 1, 'MANN-Filter, Filtron, Bosch', 1420, 'S aktivnim ugljem', 'filter'],
  ['amortizer prednji', 2, 'Sachs, Monroe, KYB, Bilstein', 5800, 'Gasni, cijena po komadu', 'shock_absorber'],
  ['amortizer zadnji', 2, 'Sachs, Monroe, KYB, Bilstein', 4400, 'Gasni, cijena po komadu', 'shock_absorber'],
  ['komplet zupčastog kaiša', 1, 'Gates, Contitech, INA', 10500, 'Sa zatezačem i pumpom vode', 'belt'],
  ['kanalni kaiš', 1, 'Gates, Contitech, Dayco', 1350, '', 'belt'],
  ['metlice brisača prednje', 1, 'Bosch, Valeo, SWF', 2450, 'Par, bez okvira', 'wiper'],
  ['metlica brisača zadnja', 1, 'Bosch, Valeo', 990, '', 'wiper'],
]

/** Makers with their price level in percent, then sizes with their price in cents, and a description of all. */
interface PartGroup {
  makers: string
  sizes: string
  about: string
  picture: PictureKind
}

const PART_GROUPS: PartGroup[] = [
  {
    makers: `Varta Blue Dynamic 112, Varta Silver Dynamic 130, Bosch S4 110, Bosch S5 124, Exide Premium 108,
      Banner Power Bull 106, Topla Energy 96, Black Horse 78`,
    sizes: `44 Ah 440 A 5400, 52 Ah 470 A 6100, 60 Ah 540 A 6800, 70 Ah 640 A 8200, 74 Ah 680 A 8600, 77 Ah 780 A 9400,
      95 Ah 830 A 11900, 100 Ah 850 A 12600`,
    about: 'Akumulator 12 V, desno plus',
    picture: 'battery',
  },
  {
    makers: 'Varta ProMotive 114, Bosch T5 116, Topla Energy Truck 92',
    sizes: '140 Ah 800 A 14900, 180 Ah 1000 A 18900, 225 Ah 1150 A 22900',
    about: 'Akumulator za teretna vozila, 12 V',
    picture: 'battery',
  },
  {
    makers: `Castrol Edge 118, Castrol Magnatec 104, Mobil 1 ESP 122, Shell Helix Ultra 116, TotalEnergies Quartz 100,
      Motul 8100 126, Liqui Moly Top Tec 128, Valvoline SynPower 98, Elf Evolution 92, Mannol Energy 68`,
    sizes: `0W-20 1 l 1290, 0W-30 4 l 4390, 5W-30 1 l 1090, 5W-30 4 l 3690, 5W-30 5 l 4490, 5W-40 1 l 1050,
      5W-40 4 l 3490, 5W-40 5 l 4250, 10W-40 4 l 2790, 5W-30 60 l 43900`,
    about: 'Motorno ulje',
    picture: 'oil',
  },
  {
    makers: 'Castrol 116, Motul 122, ZF LifeguardFluid 134, Febi 100, Mannol 72',
    sizes: `ulje za mjenjač 75W-90 1 l 1350, ulje za mjenjač 75W-80 1 l 1290, ulje za automatski mjenjač 1 l 1590,
      ulje za servo upravljač 1 l 1180, kočiona tečnost DOT 4 500 ml 690, antifriz G12+ 5 l 2190`,
    about: 'Ulja i tečnosti',
    picture: 'oil',
  },
  {
    makers: 'Osram 116, Philips 112, Narva 84, Bosch 104',
    sizes: `sijalica H1 55 W 540, sijalica H4 60/55 W 620, sijalica H7 55 W 690, sijalica H7 Night Breaker par 2490,
      sijalica H11 55 W 990, sijalica D1S Xenon 6900, sijalica D3S Xenon 7900, sijalica W5W 120, sijalica P21W 110,
      sijalica P21/5W 130, sijalica C5W 120`,
    about: 'Sijalica 12 V',
    picture: 'bulb',
  },
  {
    makers: 'Bosch Aerotwin 118, Valeo Silencio 112, SWF VisioFlex 104, Champion Easyvision 90',
    sizes: '400 mm 890, 450 mm 940, 530 mm 1090, 550 mm 1150, 600 mm 1250, 650 mm 1390, 700 mm 1490',
    about: 'Metlica brisača, univerzalni nosač',
    picture: 'wiper',
  },
  {
    makers: 'Unior 104, King Tony 96, Beta 128, Hazet 142, Yato 68',
    sizes: `moment ključ 1/2" 40–200 Nm 7900, garnitura nasadnih ključeva 1/2" 24 kom. 11900, okasto-viljuškasti ključ 13 mm 690,
      okasto-viljuškasti ključ 17 mm 850, okasto-viljuškasti ključ 19 mm 940, kliješta papagajke 250 mm 2190,
      set odvijača 8 kom. 2890, krstasti ključ za točkove 1690, hidraulična dizalica 3 t 18900,
      montirač za gume 600 mm 1890, pištolj za pumpanje guma 3490, punjač akumulatora 12 V 8 A 6900`,
    about: 'Alat za radionice',
    picture: 'tool',
  },
  {
    makers: 'Sonax 112, Liqui Moly 124, CRC 108, Turtle Wax 96, Dr. Marcus 62',
    sizes: `sprej za čišćenje kočnica 500 ml 450, čistač felni 500 ml 890, sjaj za gume 400 ml 790, silikonski sprej 400 ml 690,
      odmrzivač stakala 500 ml 490, odvijač zarđalih spojeva 400 ml 620, čistač klima-uređaja 150 ml 950,
      čistač enterijera 500 ml 740, šampon s voskom 1 l 820, sprej za bakarno mazivo 400 ml 930`,
    about: 'Auto kozmetika',
    picture: 'spray',
  },
  {
    makers: 'Dezent TZ 100, Alutec Singa 96, Borbet Y 108, MAK Emblema 112, OZ Leggera 168',
    sizes: `6Jx15 5x100 ET38 7900, 6.5Jx16 5x112 ET46 9400, 6.5Jx16 5x108 ET50 9400, 7Jx17 5x112 ET49 12400,
      7.5Jx17 5x114.3 ET45 12900, 8Jx18 5x112 ET44 16900, 8.5Jx19 5x112 ET45 22900`,
    about: 'Aluminijumska felna, bez šrafova',
    picture: 'rim',
  },
]

/** All products except tyres: parts for common cars, then those for all cars. */
export function parts(random: Random): ProductDraft[] {
  return [...carParts(random), ...PART_GROUPS.flatMap((group) => stock(random, group))]
}

function carParts(random: Random): ProductDraft[] {
  return CAR_PARTS.flatMap(([part, offers, makers, cents, about, picture]) =>
    CARS.flatMap((car) =>
      random.some(makers.split(', '), offers).map((brand) => ({
        brand,
        name: `${brand} ${part} ${car}`,
        description: about || null,
        cents: inTens((cents * random.int(80, 135)) / 100),
        picture,
      })),
    ),
  )
}

function stock(random: Random, { makers, sizes, about, picture }: PartGroup): ProductDraft[] {
  return priced(makers).flatMap(([brand, level]) =>
    priced(sizes).map(([size, cents]) => ({
      brand,
      name: `${brand} ${size}`,
      description: random.chance(0.2) ? null : about,
      cents: inTens((cents * level * random.int(97, 104)) / 10_000),
      picture,
    })),
  )
}

const priced = (list: string) =>
  list.split(/,\s+/).map((entry): [string, number] => {
    const space = entry.lastIndexOf(' ')
    return [entry.slice(0, space), Number(entry.slice(space + 1))]
  })

const inTens = (cents: number) => Math.round(cents / 10) * 10
