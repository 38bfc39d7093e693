import { Image } from '@tiptap/extension-image'
import { StarterKit } from '@tiptap/starter-kit'
import { webLink } from './webLink.ts'

/** Allowed picture URLs: this server's, as in the server's sanitiser. */
const OWN_PICTURE = 'img[src^="/api/images/"]'

/** The editor's schema, equal to what the server's sanitiser allows. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => webLink(url) !== null,
    },
    ...{ blockquote: false, code: false, codeBlock: false, horizontalRule: false, strike: false },
    trailingNode: false, // Opening a text must not change it.
  }),
  Image.extend({ parseHTML: () => [{ tag: OWN_PICTURE }] }),
]
