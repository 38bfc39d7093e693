import classes from './RichText.module.css'

/** Formatted text. The server has sanitised it when it was saved: headings, lists, links and our own pictures. */
export const RichText = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, and the policy runs no inline script
  <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
)
