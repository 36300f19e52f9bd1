// A webhook receiver for experiments: it verifies each webhook and prints it.
//   WEBHOOK_SECRET=whsec_… node scripts/receive.ts [port]

import { createServer } from 'node:http';
import { verifyWebhook, WebhookVerificationError } from '../packages/verify/webhook.mjs';

const MAX_BYTES = 1024 * 1024;
const print = (line: string) => process.stdout.write(`${line}\n`);
const secrets = (process.env.WEBHOOK_SECRET ?? '').split(' ').filter((part) => part !== '');
const port = Number(process.argv[2] ?? 4000);

if (secrets.length === 0 || !Number.isInteger(port)) {
  process.stderr.write('usage: WEBHOOK_SECRET=whsec_… node scripts/receive.ts 4000\n');
  process.exit(64);
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_BYTES) request.destroy();
    else chunks.push(chunk);
  });
  request.on('end', () => {
    response.statusCode = respond({ headers: request.headers, body: Buffer.concat(chunks) });
    response.end();
  });
});
server.listen(port, '127.0.0.1', () => print(`listening on http://127.0.0.1:${port}`));

function respond(webhook: Parameters<typeof verifyWebhook>[0]): number {
  try {
    const event = verifyWebhook(webhook, secrets) as Record<string, unknown>;
    print(`verified ${event.sequence} ${event.type} ${event.id}`);
    return 204;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    print(`refused: ${error.code}`);
    return 400;
  }
}
