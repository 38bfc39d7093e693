export const stores = {
  stores: {
    contacts: 'Kontakti',
    open_map: 'Otvori mapu u novoj kartici',
    place: 'Mapa: lokacija prodavnice',
    map: 'Mapa: kliknite da izaberete lokaciju prodavnice',
    link_without_place:
      'U ovom linku nema koordinata. Otvorite ga, pa zalijepite adresu iz pregledača ili koordinate, npr. 42.441, 19.262.',
    map_help:
      'Kliknite na mapu ili prevucite oznaku, ili upišite koordinate. Možete zalijepiti i par koordinata ili link sa mape.',
    abroad: 'Lokacija nije u istoj državi kao {city}',
    abroad_text: 'Provjerite koordinate: možda su geografska širina i dužina zamijenjene.',
    abroad_back: 'Ispravi lokaciju',
    abroad_save: 'Ipak sačuvaj',
    no_tiles: 'Podloga mape nije podešena; prikazani su obrisi država i mreža stepeni.',
    map_loading: 'Učitavanje mape…',
  },
  validation: {
    store_name: 'Naziv prodavnice mora imati najmanje 2 znaka.',
    store_address: 'Adresa mora imati najmanje 2 znaka.',
    latitude: 'Upišite broj od -90 do 90, sa najviše 6 decimala.',
    longitude: 'Upišite broj od -180 do 180, sa najviše 6 decimala.',
    contact_phone: 'Telefon mora imati najmanje 2 znaka.',
  },
} as const
