// The settings of the mail server.

import { ConfigError } from './values.ts';

export interface MailConfig {
  /** smtp:// or smtps://, with user and password where the server requires them. */
  readonly url: string;
  /** The sender, as mails show it. */
  readonly from: string;
}

export const MAIL_SETTINGS = [
  { name: 'KONTOR_SMTP_URL', fallback: '', meaning: 'mail server; empty: no e-mail is sent' },
  { name: 'KONTOR_MAIL_FROM', fallback: '', meaning: 'sender, for example Bank <bank@…>' },
] as const;

/**
 * Reads the settings; null when neither is set. Messages do not repeat the URL, which may contain a
 * password.
 * @throws ConfigError when only one is set or a value has another form
 */
export function readMail(text: (name: string) => string): MailConfig | null {
  const url = text('KONTOR_SMTP_URL');
  const from = text('KONTOR_MAIL_FROM');
  if (url === '' && from === '') return null;
  if (url === '') throw new ConfigError('KONTOR_MAIL_FROM is set: expected KONTOR_SMTP_URL too');
  if (!/^smtps?:\/\/\S+$/.test(url) || !URL.canParse(url)) {
    throw new ConfigError('KONTOR_SMTP_URL: expected smtp://host:port or smtps://host:port');
  }
  if (!/^[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/.test(from)) {
    throw new ConfigError('KONTOR_MAIL_FROM: expected an e-mail address, or Name <address>');
  }
  return Object.freeze({ url, from });
}
