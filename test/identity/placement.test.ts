// Where developers are placed, and how one goes to another ledger.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPlatform, type Platform } from '../../identity/platform.ts';

const LEDGERS = 3;
let platform: Platform;
beforeEach(() => {
  platform = openPlatform(':memory:', Date.now, undefined, LEDGERS);
});
afterEach(() => platform.close());

let emails = 0;
async function registerOne(failing: readonly string[] = []) {
  const more = { phone: null, useCase: null, expectedVolume: null };
  const email = `placed-${++emails}@example.com`;
  const made = await platform.register(
    { company: 'Example', email, country: 'GB', ...more },
    new Set(failing),
  );
  if (!made) throw new Error('the address is taken');
  return made;
}

function placeOf(key: string) {
  const caller = platform.authenticate(key, null);
  if (typeof caller === 'string' || caller.kind !== 'developer') throw new Error(`${caller}`);
  return { tenantId: caller.tenantId, ledger: caller.ledger };
}

const orderOf = (developerId: string, ledger: number) =>
  ({ developerId, environment: 'sandbox', ledger, actor: 'test' }) as const;

test('a new developer goes where the fewest are, and the key says where that is', async () => {
  const places: number[] = [];
  for (let count = 0; count < 2 * LEDGERS; count += 1) {
    const { developer, issued } = await registerOne();
    const { ledger, tenantId } = placeOf(issued.key);
    expect(tenantId).toBe(developer.id);
    expect(developer.productionLedger).toBe(ledger);
    places.push(ledger);
  }
  expect(places).toEqual([1, 2, 3, 1, 2, 3]);
});

test('none is placed in a ledger that takes no write, unless no other does', async () => {
  const places: number[][] = [];
  for (const failing of [['sandbox'], ['sandbox', 'production-2'], ['sandbox-3'], []]) {
    const { developer } = await registerOne(failing);
    places.push([developer.sandboxLedger, developer.productionLedger]);
  }
  expect(places).toEqual([
    [2, 1],
    [3, 3],
    [1, 2],
    [1, 1],
  ]);
  const all = ['sandbox', 'sandbox-2', 'sandbox-3'];
  expect((await registerOne(all)).developer.sandboxLedger).toBe(2);
});

test('the sandbox goes with its next reset, and not before', async () => {
  const { developer, issued } = await registerOne();
  const { id } = developer;
  expect(await platform.moveAtReset(orderOf(id, 3))).toBe('with_next_reset');
  expect(await platform.moveAtReset(orderOf(id, 3))).toBe('with_next_reset');
  expect(placeOf(issued.key)).toEqual({ tenantId: id, ledger: 1 });
  // A bank with fewer ledgers would lose it at the reset.
  expect(platform.highestLedger()).toEqual({ environment: 'sandbox', ledger: 3 });
  await platform.resetSandbox({ developerId: id, from: 0, actor: 'test' });
  expect(placeOf(issued.key)).toEqual({ tenantId: `${id}.1`, ledger: 3 });
  await platform.resetSandbox({ developerId: id, from: 1, actor: 'test' });
  expect(placeOf(issued.key)).toEqual({ tenantId: `${id}.2`, ledger: 3 });
  expect(await platform.moveAtReset(orderOf(id, 3))).toBe('is_there');
});

test('a move that was asked for can be taken back', async () => {
  const { developer, issued } = await registerOne();
  await platform.moveAtReset(orderOf(developer.id, 2));
  expect(await platform.moveAtReset(orderOf(developer.id, 1))).toBe('is_there');
  await platform.resetSandbox({ developerId: developer.id, from: 0, actor: 'test' });
  expect(placeOf(issued.key).ledger).toBe(1);
  expect(await platform.moveAtReset(orderOf('dev_nobody', 2))).toBe('unknown');
});

test('rows that moved are where it is said, unless the developer changed meanwhile', async () => {
  const { developer, issued } = await registerOne();
  const order = { ...orderOf(developer.id, 3), from: 1, epoch: 0 };
  await platform.moveAtReset(orderOf(developer.id, 2));
  expect(await platform.placeDeveloper({ ...order, from: 2 })).toBe(false);
  expect(await platform.placeDeveloper({ ...order, epoch: 1 })).toBe(false);
  expect(await platform.placeDeveloper({ ...order, developerId: 'dev_nobody' })).toBe(false);
  expect(placeOf(issued.key)).toEqual({ tenantId: developer.id, ledger: 1 });
  expect(await platform.placeDeveloper(order)).toBe(true);
  expect(placeOf(issued.key)).toEqual({ tenantId: developer.id, ledger: 3 });
  expect(await platform.placeDeveloper(order)).toBe(false);
  // What was planned for the next reset is over.
  await platform.resetSandbox({ developerId: developer.id, from: 0, actor: 'test' });
  expect(placeOf(issued.key).ledger).toBe(3);
  expect((await platform.findDeveloper(developer.id))?.productionLedger).toBe(1);
});
