// Training requests with many rows in the body.

import { afterAll, expect, it } from 'vitest';
import { readTraining } from '../../../api/models/read-training.ts';
import { createTrainingReader } from '../../../api/models/train-reader.ts';

const closing = new AbortController();
const reader = createTrainingReader(closing.signal);
afterAll(() => closing.abort());

const makeRow = (index: number) => ({
  income: 20_000 + index * 1.5,
  town: `town ${index % 40}`,
  since: '2026-01-02',
  failed: index % 5 === 0 ? 1 : 0,
});

function bytesOf(rows: readonly unknown[]): ArrayBuffer {
  const dataset = { source: 'inline', rows, labelField: 'failed' };
  const bytes = new TextEncoder().encode(JSON.stringify({ name: 'a', task: 'credit', dataset }));
  return bytes.buffer.slice(0, bytes.byteLength) as ArrayBuffer;
}

it('other work continues while the rows of a large request are read', async () => {
  let turnCount = 0;
  let isOver = false;
  const turn = () => {
    turnCount += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const readBody = await reader.read(
    bytesOf(Array.from({ length: 20_000 }, (_, index) => makeRow(index))),
  );
  isOver = true;
  expect(readBody).toMatchObject({ rows: { values: 60_000, sha256: expect.any(String) } });
  // Reading on this thread would have left only one turn of the event loop.
  expect(turnCount).toBeGreaterThan(10);
});

it('rows are read identically on both threads, including their errors', async () => {
  const goodRows: object[] = Array.from({ length: 900 }, (_, index) => makeRow(index));
  const badRows = goodRows
    .with(700, { ...makeRow(700), income: 'a lot' })
    .with(800, { ...makeRow(800), failed: 2 });
  const [mainThreadResult, workerThreadResult] = [
    readTraining(bytesOf(goodRows)),
    await reader.read(bytesOf(goodRows)),
  ];
  if ('code' in mainThreadResult || 'code' in workerThreadResult)
    throw new Error('the rows are good');
  expect(workerThreadResult.rows?.sha256).toBe(mainThreadResult.rows?.sha256);
  expect(
    Buffer.from(workerThreadResult.rows!.bytes).equals(Buffer.from(mainThreadResult.rows!.bytes)),
  ).toBe(true);
  expect({ ...workerThreadResult, rows: null }).toEqual({ ...mainThreadResult, rows: null });
  expect(await reader.read(bytesOf(badRows))).toEqual(readTraining(bytesOf(badRows)));
  expect(readTraining(bytesOf(badRows))).toMatchObject({
    code: 'dataset_invalid',
    errors: [
      { pointer: '/dataset/rows/700/income', code: 'wrong_type' },
      { pointer: '/dataset/rows/800/failed', code: 'wrong_label' },
    ],
  });
});
