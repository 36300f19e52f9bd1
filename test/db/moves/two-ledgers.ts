// Makes two ledgers of an environment as files, with developers in the first one, and moves between
// them.

import { generateKeyPairSync, hash } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { listEvents } from '../../../db/events/reads.ts';
import { relayEvents } from '../../../db/events/relay.ts';
import { checkInvariants } from '../../../db/invariants.ts';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { openSeal } from '../../../db/kernel/seal.ts';
import { type Ledger, type OpenedLedger, openLedger } from '../../../db/ledger.ts';
import type { FindDecision } from '../../../db/log/decision-leaves.ts';
import { checkFirstLeaves } from '../../../db/log/moved-leaves.ts';
import { readProof } from '../../../db/log/proofs.ts';
import { moveTenant, type TenantMove } from '../../../db/moves/move.ts';
import { fileSide, type MoveSide } from '../../../db/moves/move-side.ts';
import { endUnfinishedMoves, marksIn } from '../../../db/moves/unfinished.ts';
import type { LedgerSubject } from '../../../db/subject.ts';
import { EVERY_SUBJECT } from '../../../db/subjects.ts';
import { recordAttempt } from '../../../db/webhooks/deliveries.ts';
import { listDue } from '../../../db/webhooks/mailboxes.ts';
import { writerOf } from '../../kit/bank/opened-ledger.ts';
import { makeAttempt, openEndpoint } from '../../kit/outside/endpoints.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { stoppedClock } from '../sqlite-rig.ts';
import { type Teller, tellerOf } from '../teller.ts';

export type TwoLedgers = ReturnType<typeof openTwoLedgers>;

/**
 * Makes two empty ledgers of an environment.
 * @param subjects of the first and of the second; by default every one
 */
export function openTwoLedgers(
  environment: EnvironmentName = 'sandbox',
  subjects: readonly [readonly LedgerSubject[], readonly LedgerSubject[]] = [
    EVERY_SUBJECT,
    EVERY_SUBJECT,
  ],
) {
  const folder = temporaryFolder();
  const clock = stoppedClock();
  const ledgers = [environment, `${environment}-2`].map((name, index) => {
    const logKey = generateKeyPairSync('ed25519').privateKey;
    const file = join(folder, `${name}.db`);
    const ownSubjects = subjects[index as 0 | 1];
    const place = { environment, number: index + 1, file, now: clock.now, subjects: ownSubjects };
    return openLedger({ ...place, logKey, decisionOf: declinedIn });
  }) as [OpenedLedger, OpenedLedger];
  const fileOf = ({ name }: Ledger) => ({ name, file: join(folder, `${name}.db`) });
  const findNamed = (name: string) => ledgers.find((ledger) => ledger.name === name);

  /**
   * Moves a developer from the first ledger to the second, unless `direction` states another direction.
   */
  function move(
    tenantId: string,
    order: Partial<TenantMove> & { direction?: [Ledger, Ledger] } = {},
  ) {
    const { direction: [from, to] = ledgers, ...rest } = order;
    return withSides((open) =>
      moveTenant({
        tenantId,
        environment,
        from: open(from.name),
        to: open(to.name),
        place: async () => true,
        onStep: () => {},
        patienceMs: 0,
        ...rest,
      }),
    );
  }

  /** Completes or undoes the unfinished moves of a developer. */
  function settle(developerId: string, placedIn: string) {
    const marks = ledgers.flatMap(({ name, database: { raw } }) =>
      marksIn(raw, { ledger: name, developerId }),
    );
    return withSides((open) =>
      endUnfinishedMoves(marks, { placedIn, open: async (value) => open(value) }),
    );
  }

  async function withSides<T>(work: (open: (name: string) => MoveSide) => Promise<T>): Promise<T> {
    const sides = new Map<string, MoveSide>();
    const open = (name: string) => {
      const side = sides.get(name) ?? fileSide({ name, file: join(folder, `${name}.db`) });
      sides.set(name, side);
      return side;
    };
    try {
      return await work(open);
    } finally {
      for (const side of sides.values()) await side.close();
    }
  }

  return {
    folder,
    clock,
    ledgers,
    files: ledgers.map(fileOf),
    named: findNamed,
    move,
    settle,
    teller: (ledger: Ledger, tenantId?: string) => tellerIn(ledger, tenantId),
    async proofIn(ledger: Ledger, tenantId: string, transactionId: string) {
      const order = { tenantId, transactionId, checkpointId: null };
      const proof = await readProof(ledger, order, findNamed);
      if (proof.kind !== 'proof') throw new Error(proof.kind);
      return proof.proof;
    },
    violations: () => violationsOf(ledgers),
    close: () => ledgers.map((ledger) => ledger.close()),
  };
}

/** A declined payment, whose event facts contain only its id. */
const declinedIn: FindDecision = (_, { type, object: { id } }) => {
  if (type !== 'transaction.declined') return null;
  return { id, customerId: null, factsSha256: hash('sha256', id) };
};

/** Returns the names of the invariants violated in a ledger or between the ledgers. */
export function violationsOf(ledgers: readonly Ledger[]): string[] {
  const result = ledgers.flatMap(({ name, database: { raw } }) => [
    ...checkInvariants(raw, Date.now())
      .checks.filter(({ violations }) => violations > 0)
      .map((check) => `${name}: ${check.name} ${JSON.stringify(check.examples)}`),
    ...(raw.pragma('foreign_key_check') as object[]).map((row) => JSON.stringify(row)),
  ]);
  const first = checkFirstLeaves(
    new Map(ledgers.map((ledger) => [ledger.name, ledger.database.raw])),
  );
  return [...result, ...first.examples.map((example) => JSON.stringify(example))];
}

export function tellerIn(ledger: Ledger, tenantId?: string): Teller {
  const { raw, write } = writerOf(ledger);
  const execute = (sql: string) => write(() => void raw.exec(sql));
  const rig = { store: ledger, people: ledger, balance: async () => null, execute };
  return tellerOf(rig, tenantId);
}

/** Makes a developer with every usual kind of row and no open work. */
export async function createDeveloperIn(ledger: Ledger, id?: string) {
  const teller = tellerIn(ledger, id);
  const { tenantId } = teller;
  const seal = openSeal(Buffer.alloc(32, 1).toString('base64'), '/nowhere');
  const endpointId = (
    await openEndpoint(ledger, seal, {
      url: 'https://example.com/hook',
      events: ['transaction.posted'],
      tenantId,
    })
  ).id;
  const from = await teller.account({ funds: 10_000 });
  const to = await teller.account();
  const posted = await teller.post({ from, to, amount: 100, key: 'pay-1' });
  const declined = await teller.send({ from: to, to: from, amount: 90_000 });
  const captured = await teller.hold({ from, to, amount: 50 });
  await teller.capture(captured, 20);
  const canceled = await teller.hold({ from, to, amount: 60 });
  await teller.release(canceled, 'canceled');
  const reversal = await teller.reverse(posted, { amount: 30 });
  await teller.settle(reversal.id);
  await finishWork(ledger);
  return { teller, tenantId, endpointId, from, to, posted, declined, captured, canceled };
}

/**
 * Does the work of a bank's workers: starts each workflow, relays and delivers each event.
 */
export async function finishWork(ledger: Ledger): Promise<string[]> {
  const { raw, write } = writerOf(ledger);
  const started = 'UPDATE transactions SET workflow_started_at = updated_at';
  await write(() => void raw.exec(`${started} WHERE workflow_started_at IS NULL`));
  const sent: string[] = [];
  while ((await ledger.run(relayEvents, 1_000)).events > 0);
  const endpoints = raw.prepare<[], string>('SELECT id FROM webhook_endpoints').pluck().all();
  for (const endpointId of endpoints) {
    for (const { id, event } of listDue(ledger, { endpointId, now: Date.now(), limit: 100 })) {
      sent.push(event.id);
      await ledger.run(recordAttempt, makeAttempt(id, { at: ledger.now(), delivered: true }));
    }
  }
  return sent;
}

/** Returns all events in their wire form. */
export async function readEvents(ledger: Ledger, tenantId: string) {
  const page = await listEvents(ledger, { tenantId, afterSequence: 0, limit: 1_000 });
  expect(page.hasMore).toBe(false);
  return page.data;
}

/** Returns every table as text; two dumps are equal only if nothing has changed. */
export function dumpTables({ database: { raw } }: Ledger): string {
  const tables = raw
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all();
  return JSON.stringify(
    tables.map((table) => [table, raw.prepare(`SELECT * FROM "${table}"`).all()]),
  );
}

/** Returns a function that throws after a step of a move. */
export function createFailureAfter<Step extends string>(step: Step): (passed: Step) => void {
  return (passed) => {
    if (passed === step) throw new Error(`failed after ${step}`);
  };
}
