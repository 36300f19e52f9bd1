// The trace of a request is stored in the commit of its writes: once, with them or not at all, and
// not forever.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase, type WritableDatabase } from '../../../db/kernel/connect.ts';
import { type OpenCommit, traceOf, traceWrites } from '../../../db/kernel/traces.ts';
import { DAY_MS } from '../../../ledger/durations.ts';

const traceparentOf = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;

let database: WritableDatabase;
let open: OpenCommit | null;
let ended: unknown[];
let watched: WritableDatabase;

beforeEach(() => {
  database = openDatabase(':memory:', 'ledger');
  ended = [];
  watched = traceWrites(database, () => open);
});
afterEach(() => {
  vi.useRealTimers();
  database.close();
});

function commitOf(requestId: string, digit = 'a'): OpenCommit {
  const traces = [{ requestId, traceparent: traceparentOf(digit) }];
  return { traces, end: (error) => ended.push(error) };
}
let acts = 0;
const change = () =>
  database.raw.prepare('INSERT INTO act_marks VALUES (?, 0)').run(`act_${++acts}`).changes;
const count = () => database.raw.prepare('SELECT count(*) FROM traces').pluck().get();

test('the writes of a request keep its first trace', async () => {
  open = commitOf('req_1');
  expect(await watched.write(change)).toBe(1);
  open = commitOf('req_1', 'b');
  await watched.write(change);
  expect(traceOf(database, 'req_1')).toBe(traceparentOf('a'));
  expect(traceOf(database, 'req_2')).toBeNull();
  expect(traceOf(database, null)).toBeNull();
  expect(ended).toEqual([undefined, undefined]);
});

test('a write that changes nothing, is undone or is unwatched keeps no trace', async () => {
  open = commitOf('req_1');
  await watched.write(() => 'read');
  const fault = new Error('no');
  const work = () => {
    change();
    throw fault;
  };
  await expect(watched.write(work)).rejects.toBe(fault);
  expect(ended).toEqual([undefined, fault]);
  open = null;
  await watched.write(change);
  expect(count()).toBe(0);
});

test('traces older than four days are deleted once many have been stored', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  open = commitOf('req_old');
  await watched.write(change);
  vi.setSystemTime(Date.now() + 5 * DAY_MS);
  const manyTraces = Array.from(
    { length: 1_000 },
    (_, index) => commitOf(`req_${index}`).traces,
  ).flat();
  open = { traces: manyTraces, end: () => {} };
  await watched.write(change);
  expect(traceOf(database, 'req_old')).toBeNull();
  expect(count()).toBe(1_000);
});
