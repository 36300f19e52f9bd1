// Sends mails through the configured server. A mail is recorded as sent after the server accepted
// it, so a worker that dies in between sends it a second time, with the same Message-ID.

import type { Transporter } from 'nodemailer';
import type { Seal } from '../db/kernel/seal.ts';
import type { Ledger } from '../db/ledger.ts';
import { type MailRow, mailContext, recordMail } from '../db/mails/acts.ts';
import { findMail } from '../db/mails/reads.ts';

export interface MailActivities {
  /** Tries once. Throws when the server is unavailable or asks to try later. */
  sendMail(order: { readonly mailId: string }): Promise<MailRow['status'] | 'gone'>;
  /** Marks a mail as failed after the last attempt. */
  giveUpMail(order: { readonly mailId: string }): Promise<void>;
}

/** Sends mails. */
export interface Mailer {
  readonly from: string;
  /** Decrypts the sealed content of a mail. */
  readonly seal: Pick<Seal, 'open'>;
  readonly transport: Pick<Transporter, 'sendMail' | 'close'>;
  /** Returns the e-mail address of the developer behind a tenant, or null when there is none. */
  readonly addressOf: (tenantId: string) => Promise<string | null>;
}

export interface MailDeps {
  readonly ledger: Pick<Ledger, 'database' | 'run'>;
  readonly mailer: Mailer;
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

/** Creates the mailer. It connects with the first mail. */
export async function openMailer(
  server: { readonly url: string; readonly from: string },
  parts: Omit<Mailer, 'from' | 'transport'>,
): Promise<Mailer> {
  // A bank without a mail server does not load the library.
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS };
  const options = { url: server.url, ...timeouts, socketTimeout: ANSWER_MS };
  return { from: server.from, transport: createTransport(options), ...parts };
}

export function mailActivities({ ledger, mailer }: MailDeps): MailActivities {
  return {
    async sendMail({ mailId }) {
      const mail = findMail(ledger, mailId);
      if (!mail) return 'gone';
      if (mail.status !== 'queued') return mail.status;
      const to = mail.recipient ?? (await mailer.addressOf(mail.tenantId));
      if (to === null) return endMail(mailId, 'failed', 'The recipient has no e-mail address.');
      try {
        await mailer.transport.sendMail({
          from: mailer.from,
          // An object, because a comma in a text would separate two recipients.
          to: { name: '', address: to },
          subject: mail.subject,
          text: mail.isSealed === 1 ? mailer.seal.open(mail.body, mailContext(mail)) : mail.body,
          messageId: `<${mail.id}@${domainOf(mailer.from)}>`,
          disableFileAccess: true,
          disableUrlAccess: true,
        });
      } catch (error) {
        const reason = reasonOf(error);
        if (isFinal(error)) return endMail(mailId, 'failed', reason);
        await ledger.run(recordMail, { id: mailId, status: 'queued', error: reason });
        throw error;
      }
      return endMail(mailId, 'sent', null);
    },
    giveUpMail: ({ mailId }) =>
      ledger.run(recordMail, {
        id: mailId,
        status: 'failed',
        error: 'Given up after a day of attempts.',
      }),
  };

  async function endMail(id: string, status: 'sent' | 'failed', error: string | null) {
    await ledger.run(recordMail, { id, status, error });
    return status;
  }
}

/** True for SMTP codes from 500: another attempt gets the same answer (RFC 5321, 4.2.1). */
function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return (responseCode ?? 0) >= 500 && code !== 'EAUTH';
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300);
}

function domainOf(from: string): string {
  return /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
}
