import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { richText } from './rich-text.ts'

const sanitizeRichText = await richText()
const PICTURE = '/api/images/sliders/aaaaaaaaaaaaaaaaaaaaaa.jpg'
const clean = (html: string) => sanitizeRichText(html) ?? ''

/** Expects every tag and attribute of the output to be an allowed one. */
function expectAllowed(html: string) {
  const tags = html.match(/<[^>]*>?/g) ?? []
  const attribute = '[^"<>]*'
  const allowed = new RegExp(
    `^(?:</?(?:h[1-3]|p|ul|ol|li|strong|em|u)>|<br />|</a>|<a href="(?:https?://|mailto:)${attribute}" target="_blank" rel="noopener noreferrer">|<img src="/api/images/${attribute}" alt="${attribute}" />)$`,
    'i',
  )
  expect(tags.filter((tag) => !allowed.test(tag))).toEqual([])
}

const MUTATIONS = [
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<svg><style><img title="</style><img src=x onerror=alert(1)>"></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<svg><textarea><img src=x onerror=alert(1)></textarea></svg>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<iframe srcdoc="<img src=x onerror=alert(1)>"></iframe>',
  '<p style="background:url(javascript:alert(1))" onclick=alert(1)>x</p>',
  '<template><script>alert(1)</script></template><select><style></select><img src=x onerror=alert(1)></style>',
  '<title><a href="</title><img src=x onerror=alert(1)>">',
  '<a href="https://x.me" onmouseover="alert(1)" style="x">x</a>',
  '<!--><img src=x onerror=alert(1)>--><p>x',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<p <img src=x onerror=alert(1)>',
  '<<script>script>alert(1)<</script>/script>',
  '<img src="/api/images/sliders/aaaaaaaaaaaaaaaaaaaaaa.jpg" src=x onerror=alert(1)//">',
  '&lt;img src=x onerror=alert(1)&gt;',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
  '<ul><li><p><ul><li><p>x</ul><h1><p>y</h1></ul>',
  '<a href="https://x.me"><a href="https://y.me"><p>z</a></p></a>',
  '<p>\u0000<b>\ud83d\ude00</b>\u202e',
]

describe('a sanitised text', () => {
  test.each(MUTATIONS)(
    'has only allowed elements, and is unchanged when it is sanitised again: %s',
    (html) => {
      const once = clean(html)
      expectAllowed(once)
      expect(clean(once)).toBe(once)
    },
  )

  test('is safe for any combination of pieces', () => {
    const piece = fc.oneof(
      fc.constantFrom(...MUTATIONS),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '</',
        '/>',
        '<!--',
        '-->',
        '=',
        '<p>',
        '</p>',
        '<ul><li>',
        '<a ',
      ),
      fc.constantFrom(
        '<svg>',
        '</svg>',
        '<math>',
        '<style>',
        '</style>',
        '<table>',
        '<tr><td>',
        '<h2>',
        '<b>',
      ),
      fc.constantFrom(
        'href="https://x.me/?a=1&b=2"',
        `<img src="${PICTURE}">`,
        '&#x6A;',
        '&nbsp;',
        'žđ',
        ' ',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = clean(pieces.join(''))
        expectAllowed(once)
        expect(clean(once)).toBe(once)
      }),
      { numRuns: 500 },
    )
  })

  test('has links to other sites and mail addresses only, which open in a new tab', () => {
    const refused = [
      'jav&#9;ascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      '//evil.example',
      '/relative',
      'https:\\\\evil.example',
      'https://a b.me',
      'ftp://x.me',
    ]
    for (const href of refused)
      expect([href, clean(`<p><a href="${href}">x</a></p>`)]).toEqual([href, '<p>x</p>'])
    expect(clean('<a href="https://x.me/?a=1&b=2" target="_self" rel="opener">x</a>')).toBe(
      '<a href="https://x.me/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">x</a>',
    )
    expect(clean('<a href="mailto:ana@x.me">x</a>')).toContain('href="mailto:ana@x.me"')
  })

  test('has uploaded pictures only', () => {
    const refused = [
      'data:image/svg+xml,<svg onload=alert(1)>',
      'https://evil.example/x.jpg',
      '/api/images/../getLogedUserData',
      '/api/images/sliders/..%2faaaaaaaaaaaaaaaaaaaa.jpg',
      `//evil.example${PICTURE}`,
      `${PICTURE}?x=1`,
    ]
    for (const src of refused) expect([src, sanitizeRichText(`<img src="${src}">`)]).toEqual([src, null])
    expect(clean(`<img src="${PICTURE}" srcset="x" style="x" alt='a"b'>`)).toBe(
      `<img src="${PICTURE}" alt="a&quot;b" />`,
    )
  })

  test('keeps the output of the editor, and is null without visible content', () => {
    const html =
      '<h1>A</h1><h2>B</h2><h3>C</h3><p>d <strong>e</strong> <em>f</em> <u>g</u><br />h</p><ul><li><p>i</p></li></ul><ol><li>j</li></ol>'
    expect(clean(html)).toBe(html)
    expect(clean('<p><b>a</b> <i>b</i></p><h4>c</h4><div>d</div>')).toBe(
      '<p><strong>a</strong> <em>b</em></p><h3>c</h3>d',
    )
    for (const empty of ['', '<p></p>', '<p>&nbsp;<br></p>', '<p>\u200b</p>', '<script>x</script>'])
      expect([empty, sanitizeRichText(empty)]).toEqual([empty, null])
  })

  test('is computed quickly at any depth', () => {
    for (const piece of ['<p>', '<ul><li>', '<a href="https://x.me">', '<b>', '<div>', '<', '&'])
      expectAllowed(clean(piece.repeat(100_000 / piece.length)))
  })
})
