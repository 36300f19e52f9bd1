// A mail server that accepts mails, defers them or refuses them, as a test chooses.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** smtp://127.0.0.1:port */
  readonly url: string;
  readonly mails: { readonly to: string[]; readonly text: string; readonly id: string }[];
  /**
   * Sets the SMTP codes of the answers to the next mails to an address; later mails are accepted.
   * A mail to another address uses none of them.
   */
  answer(address: string, ...codes: number[]): void;
  close(): Promise<void>;
}

export async function openMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  const answers = new Map<string, number[]>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      const code = answers.get(address)?.shift();
      if (code === undefined) return callback();
      callback(Object.assign(new Error('not now'), { responseCode: code }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString().replace(/=\r\n/g, '').replace(/=3D/g, '=');
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text, id: /^Message-ID: (.*)$/im.exec(text)?.[1] ?? '' });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    answer: (address, ...codes) => void answers.set(address, codes),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
