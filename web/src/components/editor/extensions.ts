import { Image } from '@tiptap/extension-image'
import { StarterKit } from '@tiptap/starter-kit'
import { webLink } from './webLink.ts'

/** Where pictures of a text may come from: our own server, as the server itself has it. */
const OWN_PICTURE = 'img[src^="/api/images/"]'

/** What a text can hold, which is what the server keeps of it. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => webLink(url) !== null,
    },
    ...{ blockquote: false, code: false, codeBlock: false, horizontalRule: false, strike: false },
    trailingNode: false, // a text must not change by being looked at
  }),
  Image.extend({ parseHTML: () => [{ tag: OWN_PICTURE }] }),
]
