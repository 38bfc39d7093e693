import {
  AMBER,
  around,
  BLUE,
  box,
  circle,
  DARK,
  DEEP,
  dot,
  EDGE,
  GROUND,
  INK,
  LINE,
  line,
  moved,
  path,
  RED,
  ring,
  rounded,
  row,
  SHADE,
  STEEL,
  shadow,
  turned,
  WHITE,
} from './shapes.ts'

const bolts = (count: number, r: number, size: number, from = 0) =>
  around(count, dot(120, 120 - r, size, DEEP), from)

/** An alloy wheel: number of spokes, and the width of the gaps at the hub and at the rim. */
const wheel = (spokes: number, from: number, to: number) =>
  circle(57, EDGE) +
  circle(54, '#e2e5e9') +
  circle(50, STEEL) +
  around(
    spokes,
    path(
      `M${120 - from} 98 ${120 - to} 76Q120 70 ${120 + to} 76L${120 + from} 98Q120 95 ${120 - from} 98Z`,
      '#4a4f57',
    ),
  ) +
  bolts(5, 13, 2.8, 36) +
  circle(6, DEEP)

/** A tyre with its tread: number of blocks, `filled` is the part of the circumference that they cover. */
function rubber(blocks: number, filled: number, depth: number) {
  const step = (2 * Math.PI * 91) / blocks
  return circle(90, INK) + ring(91, DARK, depth, `stroke-dasharray="${step * filled} ${step * (1 - filled)}"`)
}

const snowflake = around(6, line('M120 120V98M114.5 101.500 120 107l5.5-5.5', WHITE, 3))

const drop = (x: number, y: number, fill: string) =>
  moved(x, y, path('M0-18C7-8 11-2 11 5A11 11 0 0 1-11 5C-11-2-7-8 0-18Z', fill))

const brakePad = (plate: string) =>
  path('M36 78V62h14q6-18 22-20h90q16 2 22 20h14v16h-10v22q0 10-10 10H56q-10 0-10-10V78Z', plate) +
  path('M58 70q4-14 18-16h82q14 2 18 16v22q0 8-8 8H66q-8 0-8-8Z', '#4a4640') +
  line('M117 56v42', '#2c2a27', 6) +
  [74, 96, 138, 160].map((x) => dot(x, 82, 2, '#6d675e')).join('')

const wiperBlade = (clip: string) =>
  path('M14 116Q120 92 226 116v6Q120 102 14 122Z', LINE) +
  path('M18 121Q120 104 222 121l-1 7Q120 112 19 128Z', DARK) +
  box(102, 94, 36, 16, 5, INK) +
  box(112, 88, 16, 12, 3, clip)

const SPANNER = 'M96 32a30 30 0 0 0 10 48l3 96a24 24 0 1 0 22 0l3-96a30 30 0 0 0 10-48v26l-12 12h-24L96 58Z'
const BELT = 'M72 46A46 46 0 0 0 37 122L94 193A33 33 0 0 0 146 193L203 122A46 46 0 0 0 168 46Z'

const pulley = (x: number, y: number, r: number) =>
  moved(
    x - 120,
    y - 120,
    circle(r, STEEL) + ring(r - 4, EDGE, 2) + circle(r * 0.55, EDGE) + circle(r * 0.28, DEEP),
  )

/** A drawing for each kind of product, for a background of 240 by 240 units. */
export const DRAWINGS = {
  tyre: rubber(80, 0.7, 6) + ring(78, LINE, 1.5) + ring(66, LINE, 1.5) + wheel(5, 8, 20),
  winter_tyre:
    rubber(40, 0.62, 10) +
    around(40, line('M120 36l3 3-3 3 3 3', LINE, 1.4)) +
    ring(72, LINE, 2) +
    wheel(7, 4, 13) +
    moved(62, 62, circle(25, GROUND) + circle(21, BLUE)) +
    `<g transform="translate(110 110) scale(.6)">${snowflake}</g>`,
  truck_tyre:
    rubber(52, 0.78, 9) +
    ring(80, LINE, 2) +
    ring(66, LINE, 1.5) +
    circle(60, EDGE) +
    circle(55, STEEL) +
    around(10, '<ellipse cx="120" cy="78" rx="6.5" ry="8" fill="#5b626b"/>') +
    circle(33, '#b4bac3', `stroke="${EDGE}" stroke-width="2"`) +
    bolts(10, 26, 2.8) +
    circle(17, SHADE) +
    circle(11, DEEP),
  battery:
    shadow(168, 196) +
    box(68, 60, 26, 18, 3, DEEP) +
    box(146, 60, 26, 18, 3, RED) +
    box(40, 72, 160, 124, 8, INK) +
    box(36, 72, 168, 26, 6, LINE) +
    box(52, 112, 136, 64, 4, BLUE) +
    path('M126 116 106 148h13l-6 24 22-34h-14z', '#ffd25e') +
    line('M66 128h16M158 128h16M166 120v16', WHITE, 4) +
    line('M86 85h68', '#565c65', 5),
  oil:
    shadow(124) +
    box(84, 34, 34, 20, 4, RED) +
    path('M80 54h42l40 26q10 7 10 20v96q0 12-12 12H80q-12 0-12-12V70q0-16 12-16Z', '#2c5f4a') +
    path('M134 84l18 12q6 4 6 12v26q0 6-6 6h-2q-6 0-6-6v-18q0-5-5-8l-7-5Z', GROUND) +
    box(78, 122, 58, 68, 5, WHITE) +
    drop(107, 154, AMBER) +
    line('M92 180h30', EDGE, 3) +
    path('M68 70q0-16 12-16h6v154h-6q-12 0-12-12Z', '#fff', 'opacity=".16"'),
  filter:
    shadow(112) +
    box(94, 42, 52, 10, 3, DEEP) +
    box(76, 50, 88, 14, 5, SHADE) +
    path('M72 62h96v126q0 20-22 20H94q-22 0-22-20Z', '#e8ebef') +
    box(72, 92, 96, 64, 0, BLUE) +
    line('M94 112h52M94 124h52M94 136h32', WHITE, 5) +
    row(8, (i) => line(`M${82 + i * 11} 172v22`, EDGE, 3)) +
    path('M72 62h16v146Q72 206 72 188Z', '#fff', 'opacity=".4"') +
    path('M144 62h24v126q0 20-22 20h-2Z', '#000', 'opacity=".1"'),
  brake_disc:
    circle(90, SHADE) +
    circle(87, STEEL) +
    ring(66, '#bcc2ca', 36) +
    around(24, dot(120, 42, 2.6, '#5b626b')) +
    around(24, dot(120, 56, 2.6, '#5b626b'), 5) +
    around(24, dot(120, 69, 2.6, '#5b626b'), 10) +
    circle(46, EDGE) +
    circle(43, '#dde1e6') +
    bolts(5, 29, 5.5) +
    circle(16, GROUND, `stroke="${EDGE}" stroke-width="3"`),
  brake_pads: moved(-10, 2, brakePad('#7c838d')) + moved(8, 84, brakePad(SHADE)),
  bulb: turned(
    35,
    path('M94 112V72q0-34 26-34t26 34v40Z', '#fdf6df', `stroke="${EDGE}" stroke-width="3"`) +
      path('M97 62q2-21 23-21t23 21Z', INK) +
      line('M110 112V88M130 112V88', SHADE, 3) +
      line('M110 88l4-7 4 7 4-7 4 7 4-7', AMBER, 3) +
      line('M102 72v30', '#fff', 4) +
      box(78, 112, 84, 16, 4, SHADE) +
      box(90, 128, 60, 34, 3, STEEL) +
      box(90, 140, 60, 6, 0, EDGE) +
      box(98, 162, 44, 16, 3, LINE) +
      box(104, 178, 10, 24, 2, AMBER) +
      box(126, 178, 10, 24, 2, AMBER),
  ),
  wiper: turned(-35, moved(0, -34, wiperBlade(SHADE)) + moved(0, 30, wiperBlade(BLUE))),
  shock_absorber: turned(
    28,
    box(112, 14, 16, 26, 4, DEEP) +
      box(114, 34, 12, 70, 3, '#e2e5e9') +
      box(90, 36, 60, 9, 4, LINE) +
      box(98, 92, 44, 112, 8, INK) +
      rounded(98, 92, 44, 112, 8) +
      row(6, (i) => line(`M90 ${62 + i * 18}L150 ${52 + i * 18}`, i % 2 ? '#c4302b' : '#d63f39', 9)) +
      box(86, 156, 68, 10, 4, LINE) +
      dot(120, 212, 14, DEEP) +
      dot(120, 212, 6, GROUND),
  ),
  tool:
    turned(
      40,
      path(SPANNER, STEEL, `stroke="${EDGE}" stroke-width="2"`) +
        line('M120 92v72', '#e2e5e9', 7) +
        path('M120 183l12 7v14l-12 7-12-7v-14Z', GROUND, `stroke="${EDGE}" stroke-width="2"`),
    ) +
    turned(
      -40,
      box(112, 96, 16, 112, 8, RED) +
        box(115, 40, 10, 64, 2, STEEL) +
        path('M113 28h14l-2 14h-10Z', SHADE) +
        row(3, (i) => line(`M${116 + i * 4} 128v66`, '#8f1e18', 1.6)),
    ),
  spray:
    shadow(92) +
    box(110, 24, 20, 16, 4, RED) +
    path('M98 62V46q0-8 8-8h28q8 0 8 8v16Z', WHITE, `stroke="${EDGE}" stroke-width="1.5"`) +
    path('M84 92q0-22 18-30h36q18 8 18 30v106q0 10-10 10H94q-10 0-10-10Z', BLUE) +
    line('M99 62h42', STEEL, 5) +
    box(84, 104, 72, 70, 0, WHITE) +
    moved(0, 8, around(8, line('M120 110v-7', AMBER, 4)) + circle(5, AMBER)) +
    line('M98 154h44M104 164h32', EDGE, 4) +
    path('M84 92q0-22 13-28v144h-3q-10 0-10-10Z', '#fff', 'opacity=".28"') +
    path('M138 62q18 8 18 30v106q0 10-10 10h-8Z', '#000', 'opacity=".12"'),
  rim:
    circle(92, EDGE) +
    circle(87, '#e2e5e9') +
    circle(80, '#4a4f57') +
    around(5, path('M108 104 99 42h14l5 60ZM122 102l5-60h14l-9 62Z', STEEL)) +
    ring(80, EDGE, 3) +
    circle(25, STEEL, `stroke="${EDGE}" stroke-width="2"`) +
    bolts(5, 16, 3.2) +
    circle(7, DEEP),
  belt:
    `<g transform="translate(7 6.3) scale(.942)">${line(BELT, DARK, 9, 'stroke-dasharray="4 5.2" style="stroke-linecap:butt"')}</g>` +
    pulley(72, 92, 35) +
    pulley(168, 92, 35) +
    pulley(120, 172, 22) +
    line(BELT, INK, 10) +
    line(BELT, LINE, 2),
} satisfies Record<string, string>
