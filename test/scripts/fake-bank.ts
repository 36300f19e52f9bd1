// Replaces bank/server.ts in the tests of the supervisor: listens on the admin port, answers GET
// /readyz, drains on SIGTERM, and ends when its supervisor has ended. A file in the data directory
// makes it misbehave, and it records its starts and ends.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { readConfig } from '../../bank/config/settings.ts';
import { ConfigError } from '../../bank/config/values.ts';

const config = readConfig(process.env);
const orders = join(config.dataDir, 'fake-bank.orders');
const order = existsSync(orders) ? readFileSync(orders, 'utf8').trim() : '';
const note = (line: string) =>
  appendFileSync(join(config.dataDir, 'fake-bank.notes'), `${process.pid} ${line}\n`);

note('started');
note(`sends to ${config.webhookAllow.join()}`);
process.on('SIGTERM', () => {
  note('asked to stop');
  if (order === 'hang') return;
  setTimeout(
    () => {
      note('drained');
      process.exit(0);
    },
    order === 'drain slowly' ? 1_500 : 100,
  );
});
process.on('disconnect', () => {
  note('supervisor is gone');
  if (order !== 'hang') process.exit(0);
});
if (order === 'refuse configuration') {
  process.stderr.write(`${new ConfigError('KONTOR_PORT is "x": expected a port').message}\n`);
  process.exit(78);
}
if (order === 'crash') process.exit(3);
process.send?.({ banner: 'Operator key  in the banner\n' });
createServer((_, response) => {
  response.writeHead(order === 'never ready' ? 503 : 200).end();
}).listen(config.adminPort, config.adminHost);
