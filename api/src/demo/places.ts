/** ISO code (as written before a post code) and Montenegrin name, nearest first; a `-` in front: inactive. */
const COUNTRIES = `ME Crna Gora, RS Srbija, BA Bosna i Hercegovina, HR Hrvatska, SI Slovenija, MK Sjeverna Makedonija,
XK Kosovo, AL Albanija, IT Italija, AT Austrija, DE Njemačka, HU Mađarska, RO Rumunija, BG Bugarska, GR Grčka,
TR Turska, PL Poljska, CZ Češka, SK Slovačka, FR Francuska, ES Španija, PT Portugal, NL Holandija, BE Belgija,
LU Luksemburg, DK Danska, SE Švedska, FI Finska, GB Ujedinjeno Kraljevstvo, CH Švajcarska, JP Japan, KR Južna Koreja,
CN Kina, TW Tajvan, US Sjedinjene Američke Države, -RU Rusija, -BY Bjelorusija`

/** Towns with their post codes, by country; a `-` in front: inactive. */
const TOWNS: Record<string, string> = {
  ME: `Podgorica 81000, Nikšić 81400, Cetinje 81250, Danilovgrad 81410, Tuzi 81206, Zeta (Golubovci) 81304, Bar 85000,
    Budva 85310, Kotor 85330, Herceg Novi 85340, Tivat 85320, Ulcinj 85360, Bijelo Polje 84000, Pljevlja 84210,
    Berane 84300, Rožaje 84310, Mojkovac 84205, Kolašin 81210, Plav 84325, Gusinje 84326, Andrijevica 84320,
    Petnjica 84312, Žabljak 84220, Šavnik 81450, Plužine 81435`,
  RS: `Beograd 11000, Novi Sad 21000, Niš 18000, Kragujevac 34000, Subotica 24000, Čačak 32000, Kraljevo 36000,
    Užice 31000, Novi Pazar 36300, Prijepolje 31300, Sjenica 36310, Šabac 15000, Valjevo 14000, -Zrenjanin 23000`,
  BA: `Sarajevo 71000, Banja Luka 78000, Mostar 88000, Tuzla 75000, Zenica 72000, Trebinje 89101, Bileća 89230,
    Foča 73300, Višegrad 73240, Bijeljina 76300`,
  HR: 'Zagreb 10000, Split 21000, Rijeka 51000, Osijek 31000, Zadar 23000, Dubrovnik 20000, -Pula 52100',
  SI: 'Ljubljana 1000, Maribor 2000, Celje 3000, Koper 6000',
  MK: 'Skoplje 1000, Bitolj 7000, Tetovo 1200',
  XK: 'Priština 10000, Peć 30000, Prizren 20000',
  AL: 'Tirana 1001, Skadar 4001, Drač 2001',
  IT: 'Bari 70121, Trst 34121',
  AT: 'Beč 1010',
  DE: 'Hanover 30159',
}

const entries = (text: string) => text.split(',').map((entry) => entry.trim())
const isActive = (entry: string) => !entry.startsWith('-')

/** The countries of suppliers and customers; Montenegro is the first. */
export function demoCountries() {
  return entries(COUNTRIES).map((entry, i) => {
    const [, code = '', name = ''] = /^-?(\w\w) (.+)$/.exec(entry) ?? []
    return { id: i + 1, name, post_code: code, is_active: isActive(entry) }
  })
}

/** All towns of Montenegro, then larger ones of the neighbouring countries. */
export function demoCities() {
  const cities = demoCountries().flatMap((country) =>
    (TOWNS[country.post_code] ? entries(TOWNS[country.post_code] ?? '') : []).map((entry) => {
      const [, name = '', post_code = ''] = /^-?(.+) (\d+)$/.exec(entry) ?? []
      return { name, country_id: country.id, post_code, is_active: isActive(entry) }
    }),
  )
  return cities.map((city, i) => ({ id: i + 1, ...city }))
}

/**
 * The distributor's own stores: name, address, town, latitude, longitude and phone numbers; a `-` in front: inactive.
 */
const STORES = `Kontor Podgorica Zabjelo | Vojislavljevića 12 | Podgorica | 42.427310 | 19.259640 | 020 511 230, 067 511 230, 069 511 231
Kontor Podgorica Zagorič | Aerodromska bb | Podgorica | 42.459820 | 19.278450 | 020 623 410, 067 623 410
Kontor Nikšić | Vuka Karadžića 48 | Nikšić | 42.776930 | 18.947710 | 040 214 505, 068 214 505
Kontor Bar | Bulevar revolucije 31 | Bar | 42.097560 | 19.100130 | 030 313 880
Kontor Bijelo Polje | Živka Žižića 7 | Bijelo Polje | 43.036180 | 19.747640 | 050 432 117, 069 432 117
Kontor Herceg Novi | Orjenskog bataljona 22 | Herceg Novi | 42.455140 | 18.531260 | 031 324 690, -031 324 691
-Kontor Berane | Mojsija Zečevića 15 | Berane | 42.842520 | 19.873390 | 051 236 040`

/** The stores with their phone numbers, in the order of their ids. */
export function demoStores() {
  const cities = demoCities()
  return STORES.split('\n').map((line, i) => {
    const [name = '', address = '', town = '', latitude = '', longitude = '', phones = ''] = line.split(' | ')
    const city_id = cities.find((city) => city.name === town)?.id ?? 0
    const store = { id: i + 1, name: name.replace(/^-/, ''), address, city_id, latitude, longitude }
    const contacts = entries(phones).map((phone) => ({
      store_id: store.id,
      phone: phone.replace(/^-/, ''),
      is_active: isActive(phone),
    }))
    return { ...store, is_active: isActive(name), contacts }
  })
}
