import { escapeHtml } from './html.ts';
import type { Mail } from './mailer.ts';

/** The content of a mail, by paragraphs. */
export interface MailContent {
  readonly before: readonly string[];
  /** The mail's single link. */
  readonly action?: { readonly link: string; readonly label: string };
  readonly after?: readonly string[];
}

/** The two bodies of a mail with the same content. The text body shows the link itself. */
export function mailBodies({ before, action, after = [] }: MailContent): Pick<Mail, 'text' | 'html'> {
  const paragraphs = (given: readonly string[]) => given.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  const link = action ? [`<p><a href="${escapeHtml(action.link)}">${escapeHtml(action.label)}</a></p>`] : [];
  const text = [...before, ...(action ? [action.link] : []), ...after, 'Sotto'];
  const html = [...paragraphs(before), ...link, ...paragraphs([...after, 'Sotto'])];
  return { text: `${text.join('\n\n')}\n`, html: html.join('\n') };
}
