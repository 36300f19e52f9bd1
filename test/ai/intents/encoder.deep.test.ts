// The sentence encoder as it is fetched: the file of the registry is the one that was measured, and
// messages in words that the text model has not seen are read better with it.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMessageEncoder } from '../../../ai/intents/encoder.ts';
import { type IntentReader, intentReader } from '../../../ai/intents/reader.ts';
import { wordThread } from '../../../ai/intents/word-thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-encoder-'));
const path = join(folder, 'encoder.onnx');
const closing = new AbortController();
const fetchEncoder = () =>
  promisify(execFile)(process.execPath, ['scripts/encoder.ts', '--out', path]);
/** On the thread of words. */
const there = { file: 'sandbox.db' };
let reader: IntentReader;
beforeAll(async () => {
  await fetchEncoder();
  reader = intentReader(wordThread(closing.signal), openMessageEncoder(path, closing.signal));
}, 120_000);
afterAll(() => {
  closing.abort();
  rmSync(folder, { recursive: true });
});

it('the encoder file is fetched once', async () => {
  expect((await fetchEncoder()).stdout).toContain('is in place');
});

it('the encoder answers sixteen concurrent messages, and reports that it is active', async () => {
  expect(await reader.encoder(there)).toEqual({ status: 'active', reason: null });
  const text = Array.from({ length: 16 }, (_, index) => `what is in my account ${index}`);
  const answers = await Promise.all(text.map((message) => reader.guess(there, message)));
  expect(answers.map(({ intents }) => intents[0]?.label)).toEqual(
    text.map(() => 'balance_inquiry'),
  );
});

it('the same message has the same answer, whatever messages came before', async () => {
  const first = await reader.guess(there, 'somebody took my purse with the plastic in it');
  await reader.guess(there, 'hello');
  expect(await reader.guess(there, 'somebody took my purse with the plastic in it')).toEqual(first);
});
