// A developer goes between ledgers that lie in different places: a file of SQLite, databases of
// PostgreSQL. There is no transaction over both, so each step may be the last one.

import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Ledger, openLedger } from '../../../db/ledger.ts';
import { ledgerName } from '../../../db/ledgers.ts';
import { readProof } from '../../../db/log/proofs.ts';
import { type MoveStep, moveTenant, type TenantMove } from '../../../db/moves/move.ts';
import { fileSide, type MoveSide, schemaSide } from '../../../db/moves/sides.ts';
import {
  type MoveMark,
  marksIn,
  marksInSchema,
  settleMoves,
} from '../../../db/moves/unfinished.ts';
import { openPostgresLedger } from '../../../db/postgres/ledger.ts';
import { verifyProof } from '../../../packages/verify/proof/verify.mjs';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { type Wire, wireTo } from '../../kit/outside/postgres-wire.ts';
import { temporaryFolder } from '../ledger-file.ts';
import {
  developerIn,
  eventsIn,
  failsAfter,
  finishWork,
  tellerIn,
  violationsOf,
} from '../moves/ground.ts';
import { copyFolder } from './rig.ts';
import { postgresForTests } from './server.ts';

const server = await postgresForTests();

/** `east` and `west` are databases of PostgreSQL. */
type Where = 'file' | 'east' | 'west';

/** Two ledgers, each in its place, as a bank has them open. */
async function placeLedgers(ways: readonly [Where, Where]) {
  const folder = temporaryFolder();
  const copies = copyFolder();
  const urls = new Map<Where, string>();
  const wires = new Map<string, Wire>();
  const ends: (() => Promise<void>)[] = [async () => copies.remove()];
  const ledgers: Ledger[] = [];
  for (const [at, where] of ways.entries()) {
    const logKey = generateKeyPairSync('ed25519').privateKey;
    const number = at + 1;
    const name = ledgerName('sandbox', number);
    if (where === 'file') {
      const file = join(folder, `${name}.db`);
      const ledger = openLedger({ environment: 'sandbox', number, file, logKey });
      ledgers.push(ledger);
      ends.push(async () => ledger.close());
      continue;
    }
    const database = `${where}_${Math.random().toString(36).slice(2)}`;
    const url = urls.get(where) ?? (server as PostgresServer).database(database);
    urls.set(where, url);
    const wire = await wireTo(url);
    wires.set(name, wire);
    const options = { url, folder: copies.path, environment: 'sandbox', number, logKey } as const;
    const { ledger, close } = await openPostgresLedger(options);
    ledgers.push(ledger);
    ends.push(close, async () => wire.end());
  }
  onTestFinished(async () => {
    for (const end of ends.reverse()) await end();
  });

  async function withSides<T>(work: (open: (name: string) => Promise<MoveSide>) => Promise<T>) {
    const sides = new Map<string, MoveSide>();
    async function openSide(name: string): Promise<MoveSide> {
      const url = wires.get(name)?.url;
      if (url === undefined) return fileSide({ name, file: join(folder, `${name}.db`) });
      const isOne = ways[0] === ways[1];
      return schemaSide({ name, url, folder: copies.path, isFirst: sides.size === 0 || !isOne });
    }
    const open = async (name: string) => {
      const side = sides.get(name) ?? (await openSide(name));
      sides.set(name, side);
      return side;
    };
    try {
      return await work(open);
    } finally {
      for (const side of sides.values()) await side.close();
    }
  }

  const [first, second] = ledgers as [Ledger, Ledger];

  /** From the first ledger to the second, or back. */
  function move(tenantId: string, more: Partial<TenantMove> = {}, [from, to] = [first, second]) {
    return withSides(async (open) =>
      moveTenant({
        tenantId,
        environment: 'sandbox',
        from: await open(from.name),
        to: await open(to.name),
        place: async () => true,
        onStep: () => {},
        patienceMs: 0,
        ...more,
      }),
    );
  }

  /** What the next run of the command does first. */
  async function settle(developerId: string, placedIn: string) {
    const marks: MoveMark[] = [];
    for (const [at, ledger] of ledgers.entries()) {
      const which = { at: ledger.name, developerId };
      const url = urls.get(ways[at] ?? 'file');
      const found =
        url === undefined ? marksIn(ledger.database.raw, which) : await marksInSchema(url, which);
      marks.push(...(found ?? []));
    }
    return withSides((open) => settleMoves(marks, { placedIn, open }));
  }

  /** Once the bank has heard of everything. */
  async function violations() {
    for (const { database } of ledgers) await database.write(() => {});
    return violationsOf(ledgers);
  }

  async function proofIn(ledger: Ledger, tenantId: string, transactionId: string) {
    const findNamed = (name: string) => ledgers.find((one) => one.name === name);
    const order = { tenantId, transactionId, checkpointId: null };
    const found = await readProof(ledger, order, findNamed);
    if (found.kind !== 'proof') throw new Error(found.kind);
    return found.proof;
  }

  const wireOf = ({ name }: Ledger) => wires.get(name) as Wire;
  return { first, second, move, settle, violations, proofIn, wireOf };
}

const WAYS: readonly (readonly [Where, Where])[] = [
  ['file', 'east'],
  ['east', 'file'],
  ['east', 'west'],
  ['east', 'east'],
];

describe.skipIf(!server).each(WAYS)('a developer who goes from %s to %s', (...ways) => {
  test('has the same events and proofs, pays on, and comes back', async () => {
    const { first, second, move, violations, proofIn } = await placeLedgers(ways);
    const { tenantId, from, to, posted } = await developerIn(first);
    await developerIn(second);
    await first.signCheckpoint();
    await finishWork(first);
    const events = await eventsIn(first, tenantId);
    const proof = await proofIn(first, tenantId, posted);
    const moved = await move(tenantId);
    expect(moved).toMatchObject({ kind: 'moved' });
    expect(await violations()).toEqual([]);
    expect(await eventsIn(second, tenantId)).toEqual(events);
    expect(await eventsIn(first, tenantId)).toEqual([]);
    expect(await proofIn(second, tenantId, posted)).toEqual(proof);
    expect(await verifyProof(proof)).toMatchObject({ verified: true });
    const teller = tellerIn(second, tenantId);
    expect(await teller.accept({ from, to, amount: 100, key: 'pay-1' })).toBe(posted);
    await teller.post({ from, to, amount: 5 });
    const late = tellerIn(first, tenantId).customer();
    await expect(late).rejects.toMatchObject({ code: 'ledger_unavailable' });
    const after = await eventsIn(second, tenantId);
    expect(after.map(({ sequence }) => sequence)).toEqual(after.map((_, at) => at + 1));
    expect(await finishWork(second)).toEqual([after.at(-1)?.id]);
    expect(await move(tenantId, {}, [second, first])).toMatchObject({ kind: 'moved' });
    expect(await violations()).toEqual([]);
    expect(await eventsIn(first, tenantId)).toEqual(after);
    await tellerIn(first, tenantId).post({ from, to, amount: 5 });
  });
});

/** One way to a copy, one from a copy: the others are made of these. */
const FAILING: readonly (readonly [Where, Where])[] = [
  ['file', 'east'],
  ['east', 'west'],
];

describe.skipIf(!server).each(FAILING)('a developer who is on the way from %s to %s', (...ways) => {
  const BEFORE: readonly MoveStep[] = ['marked', 'arrived'];
  test.each(BEFORE)('stays where it is when the move fails after it has %s', async (step) => {
    const { first, second, move, settle, violations } = await placeLedgers(ways);
    const { tenantId, teller, from, to } = await developerIn(first);
    const events = await eventsIn(first, tenantId);
    await expect(move(tenantId, { onStep: failsAfter(step) })).rejects.toThrow(step);
    expect(await settle(tenantId, 'sandbox')).toBeNull();
    expect(await violations()).toEqual([]);
    expect(await eventsIn(first, tenantId)).toEqual(events);
    expect(await eventsIn(second, tenantId)).toEqual([]);
    await teller.post({ from, to, amount: 1 });
    await finishWork(first);
    expect(await move(tenantId)).toMatchObject({ kind: 'moved' });
    expect(await violations()).toEqual([]);
  });

  const AFTER: readonly MoveStep[] = ['placed', 'released'];
  test.each(AFTER)('is there with the next run when it failed after it has %s', async (step) => {
    const { first, second, move, settle, violations } = await placeLedgers(ways);
    const { tenantId, from, to } = await developerIn(first);
    const events = await eventsIn(first, tenantId);
    await expect(move(tenantId, { onStep: failsAfter(step) })).rejects.toThrow(step);
    expect(await settle(tenantId, 'sandbox-2')).toBe('finished');
    expect(await settle(tenantId, 'sandbox-2')).toBeNull();
    expect(await violations()).toEqual([]);
    expect(await eventsIn(second, tenantId)).toEqual(events);
    expect(await eventsIn(first, tenantId)).toEqual([]);
    await tellerIn(second, tenantId).post({ from, to, amount: 1 });
  });
});

describe.skipIf(!server)('a new ledger whose server', () => {
  test('is lost before the rows are committed leaves the developer where it was', async () => {
    const { first, second, move, wireOf, settle, violations } = await placeLedgers([
      'file',
      'east',
    ]);
    const { tenantId, teller, from, to } = await developerIn(first);
    const onStep = (step: MoveStep) => {
      if (step === 'marked') wireOf(second).cut({ from: 'client', at: 'COMMIT\0' });
    };
    await expect(move(tenantId, { onStep })).rejects.toThrow();
    expect(await settle(tenantId, 'sandbox')).toBeNull();
    await teller.post({ from, to, amount: 1 });
    await finishWork(first);
    expect(await violations()).toEqual([]);
    expect(await move(tenantId)).toMatchObject({ kind: 'moved' });
  });

  test('answers no more after its commit is found to have the rows', async () => {
    const { first, second, move, wireOf, violations } = await placeLedgers(['file', 'east']);
    const { tenantId, from, to } = await developerIn(first);
    const onStep = (step: MoveStep) => {
      if (step === 'marked') wireOf(second).cut({ from: 'server', at: 'COMMIT\0' });
    };
    expect(await move(tenantId, { onStep })).toMatchObject({ kind: 'moved' });
    expect(await violations()).toEqual([]);
    await tellerIn(second, tenantId).post({ from, to, amount: 1 });
  });

  test('is dead once the rows have arrived does not keep the developer from paying', async () => {
    const { first, second, move, wireOf, settle, violations } = await placeLedgers([
      'file',
      'east',
    ]);
    const { tenantId, teller, from, to } = await developerIn(first);
    const onStep = (step: MoveStep) => {
      if (step !== 'arrived') return;
      wireOf(second).close(true);
      throw new Error('failed after arrived');
    };
    await expect(move(tenantId, { onStep })).rejects.toThrow('run the command again');
    await teller.post({ from, to, amount: 1 });
    await finishWork(first);
    const events = await eventsIn(first, tenantId);
    wireOf(second).close(false);
    expect(await settle(tenantId, 'sandbox')).toBe('taken_back');
    expect(await violations()).toEqual([]);
    await vi.waitFor(async () => expect(await eventsIn(second, tenantId)).toEqual([]));
    expect(await move(tenantId)).toMatchObject({ kind: 'moved' });
    expect(await eventsIn(second, tenantId)).toEqual(events);
    expect(await violations()).toEqual([]);
  }, 60_000);
});
