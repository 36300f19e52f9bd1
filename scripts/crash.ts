// `npm run crash`: kills parts of a bank under load, again and again, and proves afterwards that no
// cent and no answer was lost; docs/understand/crash-testing.md lists the kills, and
// docs/understand/crash-runs.md gets a line of each run. SIGTERM ends the faults early. Exit code 1
// when a guarantee was broken.

import { parseArgs } from 'node:util';
import { ALL_FAULT_KINDS, type FaultKind } from '../test/crash/plan.ts';
import { formatLastLine, formatRecoveries } from '../test/crash/report.ts';
import { runCrash } from '../test/crash/run.ts';
import { appendRun, readCommit } from '../test/crash/run-book.ts';
import { postgresFault } from './run/postgres-server.ts';
import { endWith } from './say.mjs';

const print = (line: string) => process.stdout.write(`${line}\n`);

const USAGE = `npm run crash -- [options]
  --kills <n>            how many faults; 50
  --seed <n>             the same seed makes the same faults; a random one
  --seconds-between <s>  mean pause between a recovery and the next fault; 3
  --fault <kind,kind>    these faults only; else a mixture of all
  --clients <n>          how many send at the same time; 16
  --accounts <n>         how many accounts they use, one of them hot; 24
  --database <name>      sqlite, or postgres: the database server is killed as well
kinds: ${ALL_FAULT_KINDS.join(' ')}`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '50' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
      'seconds-between': { type: 'string', default: '3' },
      fault: { type: 'string' },
      clients: { type: 'string', default: '16' },
      accounts: { type: 'string', default: '24' },
      database: { type: 'string', default: 'sqlite' },
    },
  });
  const number = (name: 'kills' | 'seed' | 'seconds-between' | 'clients' | 'accounts') => {
    const value = Number(values[name]);
    if (values[name].trim() === '' || !(value >= 0)) {
      throw new Error(`--${name}: a number is expected`);
    }
    return value;
  };
  const { database } = values;
  if (database !== 'sqlite' && database !== 'postgres') {
    throw new Error('--database: sqlite or postgres');
  }
  const reason = database === 'postgres' ? postgresFault() : null;
  if (reason !== null) throw new Error(`--database postgres: ${reason}`);
  const kinds = values.fault === undefined ? null : values.fault.split(',').map(kindOf);
  const ofServer = kinds?.filter((kind) => /postgres|connection/.test(kind)) ?? [];
  if (ofServer.length > 0 && database !== 'postgres') {
    throw new Error(`--fault ${ofServer[0]}: only with --database postgres`);
  }
  return {
    kills: number('kills'),
    seed: number('seed'),
    secondsBetween: number('seconds-between'),
    clients: number('clients'),
    // A transfer needs two.
    accounts: Math.max(2, number('accounts')),
    database,
    kinds,
  } as const;
}

function kindOf(name: string): FaultKind {
  const kind = ALL_FAULT_KINDS.find((kind) => kind === name.trim());
  if (!kind) throw new Error(`--fault: there is no ${name}`);
  return kind;
}

function optionsOrUsage() {
  try {
    return readOptions();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${USAGE}\n`);
    return process.exit(64);
  }
}

const options = optionsOrUsage();
const { kills, seed, clients, database } = options;
print(`crash: ${kills} faults, seed ${seed}, ${clients} clients, database ${database}`);
// Read before the run: a commit made during the run is not the code that ran.
const runInfo = { commit: readCommit(), at: new Date() };
const stopController = new AbortController();
process.once('SIGTERM', () => {
  print('asked to stop: no more faults');
  stopController.abort();
});
const report = await runCrash({ ...options, stopSignal: stopController.signal, say: print });
for (const line of formatRecoveries(report)) print(line);
for (const problem of report.problems) print(`WRONG ${problem}`);
if (report.keptIn) print(`log of the clients, ledger and output are kept in ${report.keptIn}`);
print(formatLastLine(report));
appendRun(options, report, runInfo);
await endWith(report.problems.length === 0 ? 0 : 1);
