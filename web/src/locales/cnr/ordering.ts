export const ordering = {
  order: {
    pieces: '{count, number} kom.',
    short: 'Nema dovoljno na zalihi. Smanjite količinu ili potvrdite da ipak poručujete.',
  },
  validation: {
    pieces: 'Količina mora biti od 1 do 9.999.',
    left: '{left, plural, =0 {Više nije ostao nijedan komad.} one {Ostao je još # komad.} few {Ostala su još # komada.} other {Ostalo je još # komada.}}',
    delivered: 'Stavka je već isporučena, pa se ne može mijenjati ni povući.',
    price_changed: 'Cijena je u međuvremenu izmijenjena. Poručite ponovo, po novoj cijeni.',
    not_offered: 'Proizvod više nije u ponudi, pa količina može samo da se smanji.',
  },
} as const
