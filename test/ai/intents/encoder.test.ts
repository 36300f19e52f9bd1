// Messages are read with the sentence encoder where there is one, and without it otherwise; which
// of the two answered is said. A file that was not measured is never used.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type MessageEncoder, openMessageEncoder } from '../../../ai/intents/encoder.ts';
import { intentReader } from '../../../ai/intents/reader.ts';
import { wordThread } from '../../../ai/intents/word-thread.ts';
import { ENCODER } from '../../../models/encoder/encoder-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-encoder-'));
const closing = new AbortController();
afterAll(() => {
  closing.abort();
  rmSync(folder, { recursive: true });
});
const SENT_MESSAGE = 'I cannot find my card';
const here = { file: null };
const there = { file: 'sandbox.db' };
const words = wordThread(closing.signal);
const withoutEncoder = intentReader(words, null);

/** Figures that would come of a message, as long as those of the encoder. */
const saying = (embedding: Float32Array | null): MessageEncoder => ({
  embed: async () => embedding,
  failure: () => null,
});
const figures = (index: number) => {
  return Float32Array.from({ length: ENCODER.width }, (_, column) => (column === index ? 1 : 0));
};

it('the encoder is not configured when it is switched off', async () => {
  expect(openMessageEncoder('off', closing.signal)).toBeNull();
  const state = await withoutEncoder.encoder(here);
  expect(state.status).toBe('not_configured');
  expect(state.reason).toContain('npm run encoder');
});

describe.each([
  ['is not there', join(folder, 'absent.onnx'), 'is not there'],
  ['is another one', join(folder, 'other.onnx'), 'not the one that was measured'],
])('an encoder file that %s', (_, path, reason) => {
  it('is reported as failed, and the text model answers alone', async () => {
    writeFileSync(join(folder, 'other.onnx'), 'an encoder of another maker');
    const reader = intentReader(words, openMessageEncoder(path, closing.signal));
    const { intents, card } = await reader.guess(here, SENT_MESSAGE);
    expect(card?.version).toBe('1.8.0');
    expect(intents).toEqual((await withoutEncoder.guess(here, SENT_MESSAGE)).intents);
    const state = await reader.encoder(here);
    expect(state.status).toBe('failed');
    expect(state.reason).toContain(reason);
  });
});

it("the encoder rescores the text model's intents, and the model card names it", async () => {
  const reader = intentReader(words, saying(figures(3)));
  const { intents, card } = await reader.guess(there, SENT_MESSAGE);
  expect(card).toMatchObject({
    version: '1.8.0+minilm',
    beside: { encoderSha256: ENCODER.sha256 },
  });
  expect(intents.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 4);
  const other = await intentReader(words, saying(figures(4))).guess(there, SENT_MESSAGE);
  expect(other.intents).not.toEqual(intents);
  expect(await reader.encoder(there)).toEqual({ status: 'active', reason: null });
});

it("without an answer of the encoder, the text model's answer stands", async () => {
  const { intents, card } = await intentReader(words, saying(null)).guess(here, SENT_MESSAGE);
  expect(card?.version).toBe('1.8.0');
  expect(intents).toEqual((await withoutEncoder.guess(here, SENT_MESSAGE)).intents);
});
