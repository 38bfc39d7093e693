import { keysOf } from '@kontor/contract/lib/lists/keys'
import sharp from 'sharp'
import { DRAWINGS } from './drawings.ts'
import { GROUND } from './shapes.ts'

export type PictureKind = keyof typeof DRAWINGS

const SIZE = 640
// Uploads must not reach the SVG loader, and blocking applies to the process: it is enabled only while drawing.
const SVG_LOADER = { operation: ['VipsForeignLoadSvgBuffer'] }

/** The product pictures: 640×640 JPEG on a light background, one for each kind of product. */
export const demoPictures = (): Promise<Map<PictureKind, Buffer>> => drawn(DRAWINGS, render)

/** Renders drawings with the SVG loader enabled. */
export async function drawn<Kind extends string>(
  drawings: Readonly<Record<Kind, string>>,
  render: (drawing: string) => Promise<Buffer>,
): Promise<Map<Kind, Buffer>> {
  sharp.unblock(SVG_LOADER)
  try {
    return new Map(
      await Promise.all(keysOf(drawings).map(async (kind) => [kind, await render(drawings[kind])] as const)),
    )
  } finally {
    sharp.block(SVG_LOADER)
  }
}

function render(drawing: string): Promise<Buffer> {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 240 240">` +
    `<rect width="240" height="240" fill="${GROUND}"/>${drawing}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 88, mozjpeg: true }).toBuffer()
}
