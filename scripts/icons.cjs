// Draws the icons of the portal from the product's logo: run `node scripts/icons.cjs` when the logo has changed.
const path = require('path')
const sharp = require('sharp')
const { root, say } = require('./setup.cjs')

const folder = path.join(root, 'web', 'public', 'app')
/** The logo in a square of 24, with corners of `radius` and the letter scaled by `scale`. */
const mark = (
  radius,
  scale,
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="512" height="512">
  <rect width="24" height="24" rx="${radius}" fill="#1b5fb1"/>
  <path transform="translate(12 12) scale(${scale}) translate(-12 -12)" d="M7.5 6v12M16.5 6l-6 6 6 6"
    fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="square"/>
</svg>`

// Phones crop maskable icons and Apple's, so those have square corners and more space around the letter.
const icons = [
  { name: 'icon-192', size: 192, svg: mark(5, 1) },
  { name: 'icon-512', size: 512, svg: mark(5, 1) },
  { name: 'icon-maskable-512', size: 512, svg: mark(0, 0.85) },
  { name: 'icon-180', size: 180, svg: mark(0, 0.95) },
]

async function draw() {
  for (const { name, size, svg } of icons) {
    const image = sharp(Buffer.from(svg), { density: 300 }).resize(size, size)
    await image.png({ palette: true, compressionLevel: 9 }).toFile(path.join(folder, name + '.png'))
    say('Drew ' + name + '.png')
  }
}

draw()
