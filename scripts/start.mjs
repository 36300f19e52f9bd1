// `npm start`: sets up what is missing, then runs Temporal and the bank until Ctrl-C.
// --bank <file> runs another program in the bank's place and --crash-limit <n> bears more deaths a
// minute than 10; both are for the tests.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runScript, Stop } from './say.mjs';
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

// Databases, keys and logs of the bank and of what runs beside it are nobody else's to read.
process.umask(0o077);

await runScript(async () => {
  const { bankEntry, crashLimit } = readOptions();
  const { temporal } = await setup();
  // Only now: what these files import may just have been installed.
  const { readConfig } = await import('./bank.mjs');
  const { supervise } = await import('./supervisor.mjs');
  const config = await readConfig(process.env);
  return supervise({ config, temporal, bankEntry, crashLimit, env: process.env });
});
