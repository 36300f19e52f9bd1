// `npm start`: sets up missing parts, then runs Temporal and the bank until Ctrl-C. --bank <file>
// runs another program instead of the bank and --crash-limit <n> allows another number of crashes a
// minute than 10; both are for the tests.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runScript, Stop, say } from './say.mjs';
import { setup } from './setup.mjs';

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        bank: {
          type: 'string',
          default: fileURLToPath(new URL('../bank/server.ts', import.meta.url)),
        },
        'crash-limit': { type: 'string', default: '10' },
      },
    });
    return { bankEntry: values.bank, crashLimit: Number(values['crash-limit']) };
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    throw new Stop(text, { exitCode: 64, cause });
  }
}

/**
 * Allows the sandbox to send webhooks to one port of this machine, where the receiver of `npm run
 * demo` listens, when only this machine reaches the bank. Behind a proxy others reach the bank,
 * too: then no port is allowed.
 * @param {NodeJS.ProcessEnv} env
 * @param {import('./run/bank.mjs').PublicConfig} config
 */
function allowDemoReceiver(env, { host, publicUrl, webhookAllow }) {
  const isOurs = ['127.0.0.1', 'localhost', '::1'].includes(host) && publicUrl === null;
  if (!isOurs || webhookAllow.length > 0) return env;
  return { ...env, KONTOR_WEBHOOK_ALLOW: DEMO_RECEIVER };
}

const DEMO_RECEIVER = '127.0.0.1:4000';

// Databases, keys and logs of the bank and its servers are for this user only.
process.umask(0o077);

await runScript(async () => {
  const { bankEntry, crashLimit } = readOptions();
  if (Number(process.versions.node.split('.')[0]) < 24) {
    say(`Node ${process.versions.node} is supported. On Node 24 or newer the bank is faster.`);
  }
  const { temporal } = await setup();
  // Imported here, because their dependencies may just have been installed.
  const { readConfig } = await import('./run/bank.mjs');
  const { supervise } = await import('./run/supervisor.mjs');
  const config = await readConfig(process.env);
  const env = allowDemoReceiver(process.env, config);
  return supervise({ config, temporal, bankEntry, crashLimit, env });
});
