// The cost of alerts: the same transfers on two ledgers of the same size, one without any alert,
// one where every account has one and each of them is checked.

import { join } from 'node:path';
import { createAlert } from '../db/alerts/acts.ts';
import { lookAtReadings } from '../db/alerts/watch.ts';
import { type Ledger, openLedger } from '../db/ledger.ts';
import { draft, openBooks, post, TENANT } from './books.ts';
import { type Row, rate, temporaryFolder } from './measure.ts';

const GROUP = 256;
const ROUNDS = 3;
const CHECK_AGAIN = 256;
/** Accounts that nothing watches. */
const QUIET = 1_000;

interface Ground {
  readonly ledger: Ledger;
  readonly ids: readonly string[];
}

/** Rows of the table. @param alerts how many are defined, one on each account */
export async function benchAlerts(transfers: number, alerts: number): Promise<Row[]> {
  const folder = temporaryFolder();
  const plain = await groundIn(join(folder.path, 'plain.db'), alerts);
  const watched = await groundIn(join(folder.path, 'watched.db'), alerts);
  await watch(watched);
  const figures: {
    quiet: number;
    unseen: number;
    floor: number;
    booking: number;
    looking: number;
  }[] = [];
  // Taken in turns, so that a busy minute of the machine hits all.
  for (let round = 0; round < ROUNDS; round++) {
    const quiet = await transfersOn(plain, transfers, QUIET);
    const unseen = await transfersOn(watched, transfers, QUIET);
    const floor = await transfersOn(plain, transfers);
    const booking = await transfersOn(watched, transfers);
    const looking = await rate(transfers, () => lookAtAll(watched));
    figures.push({ quiet, unseen, floor, booking, looking });
  }
  plain.ledger.close();
  watched.ledger.close();
  folder.remove();
  const median = (of: keyof (typeof figures)[number]) =>
    figures.map((one) => one[of]).sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  const count = alerts.toLocaleString('en');
  const floor = median('floor');
  const looked = 1 / (1 / median('booking') + 1 / median('looking'));
  const common = { unit: 'transfers/s', floorName: 'no alert defined', floor };
  return [
    {
      ...common,
      name: `transfers between accounts without an alert, ${count} alerts defined`,
      value: median('unseen'),
      floor: median('quiet'),
      target: { ratioAtLeast: 0.9 },
    },
    { ...common, name: 'an alert on either side', value: median('booking'), target: {} },
    { ...common, name: 'the same with every look at it', value: looked, target: {} },
    {
      name: 'added per transfer by an alert on either side',
      value: 1e6 / looked - 1e6 / floor,
      unit: 'µs',
      floorName: '',
      floor: null,
      target: {},
    },
  ];
}

async function groundIn(file: string, accounts: number): Promise<Ground> {
  const ledger = openLedger({ environment: 'sandbox', file });
  return { ledger, ids: await openBooks(ledger, accounts + QUIET, 1_000_000) };
}

async function watch({ ledger, ids }: Ground): Promise<void> {
  const terms = {
    threshold: 999_000,
    balanceKind: 'available',
    hysteresis: 0,
    firesOn: 'edge',
    channels: [{ type: 'webhook', target: null }],
    cooldownSeconds: 0,
    notifyOnClear: false,
    enabled: true,
    metadata: {},
  } as const;
  const cause = { actor: 'bench', requestId: 'bench', idempotencyKey: null };
  const common = { tenantId: TENANT, type: 'low_balance', terms, cause } as const;
  const add = (accountId: string) =>
    ledger.run(createAlert, { ...common, accountId, requestHash: Buffer.alloc(32) });
  for (let from = QUIET; from < ids.length; from += GROUP) {
    await Promise.all(ids.slice(from, from + GROUP).map(add));
  }
}

/** @param among how many of the first accounts; all others when it is left out */
function transfersOn({ ledger, ids }: Ground, transfers: number, among = 0): Promise<number> {
  const used = among > 0 ? ids.slice(0, among) : ids.slice(QUIET);
  const id = (n: number) => used[n % used.length] as string;
  let next = 0;
  return rate(transfers, async () => {
    for (let done = 0; done < transfers; done += GROUP) {
      const drafts = Array.from({ length: Math.min(GROUP, transfers - done) }, () => {
        const n = next++ * 7919;
        return draft({ sourceAccountId: id(n), destinationAccountId: id(n + 1) });
      });
      await post(ledger, drafts);
    }
  });
}

async function lookAtAll({ ledger }: Ground): Promise<void> {
  while ((await ledger.run(lookAtReadings, CHECK_AGAIN)) > 0);
}
