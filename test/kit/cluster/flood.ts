// A process that sends transfers without a pause until it is stopped: `node flood.ts URL KEY FROM
// TO CLIENTS`. It prints the number of answers by status.

import { Pool } from 'undici';

const [url = '', key = '', from = '', to = '', clients = '0'] = process.argv.slice(2);
const pool = new Pool(url, { connections: Number(clients), headersTimeout: 0, bodyTimeout: 0 });
const sides = { sourceAccountId: from, destinationAccountId: to };
const body = JSON.stringify({ type: 'transfer', amount: 1, currency: 'EUR', ...sides });
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const answers: Record<string, number> = {};
let isOver = false;

async function client(): Promise<void> {
  while (!isOver) {
    const word = await pool
      .request({ path: '/v1/transactions', method: 'POST', headers, body })
      .then(
        async (answer) => {
          await answer.body.dump();
          return String(answer.statusCode);
        },
        () => 'none',
      );
    answers[word] = (answers[word] ?? 0) + 1;
  }
}

process.on('SIGTERM', () => {
  isOver = true;
});
await Promise.all(Array.from({ length: Number(clients) }, client));
process.stdout.write(JSON.stringify(answers));
process.exit();
