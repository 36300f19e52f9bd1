// Evaluations and batches of scores over HTTP, with rows for the payment models.

import { expect, vi } from 'vitest';
import type { Answer, TestBank } from '../bank/bank.ts';
import { uploadRows } from './training.ts';
import { readNewestFraudModel } from './transfer-models.ts';

interface ModelVersionName {
  readonly modelId: string;
  readonly modelVersion: string;
}

const { card } = readNewestFraudModel();

/** The golden rows at the end of a card are ordered by probability. */
const ORDERED_ROWS = 20;

/** Returns repeated golden rows with labels that the bank's model ranks well but not perfectly. */
export function makePaymentRows(count: number): Readonly<Record<string, unknown>>[] {
  const { features } = card;
  const golden = card.golden.slice(-ORDERED_ROWS);
  return Array.from({ length: count }, (_, index) => {
    const row = golden[index % golden.length];
    const fields = features.map(({ name }, column) => [name, row?.features[column] ?? null]);
    const isHigh = index % golden.length >= golden.length - 6;
    const fraud = isHigh !== (index % 13 === 0) ? 1 : 0;
    return {
      ...Object.fromEntries(fields),
      fraud,
      region: index % 3 === 0 ? 'N' : 'S',
      ref: `p${index}`,
    };
  });
}

/** Uploads rows and returns the id of the data set. */
export async function uploadPaymentRows(bank: TestBank, key: string, rows: readonly unknown[]) {
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  const { status, body } = await uploadRows(bank, key, { text, format: 'ndjson' });
  expect([status, body.code]).toEqual([201, undefined]);
  return body.id as string;
}

export function scoringsPath(
  { modelId, modelVersion }: ModelVersionName,
  kind: 'evaluations' | 'batches',
) {
  return `/v1/ai/custom-models/${modelId}/versions/${modelVersion}/${kind}`;
}

export function evaluate(
  bank: TestBank,
  key: string,
  version: ModelVersionName,
  body: object,
): Promise<Answer> {
  return bank.call(scoringsPath(version, 'evaluations'), { key, body });
}

/** Waits for the end of the scoring at a path and returns the scoring. */
export function waitForScores(bank: TestBank, key: string, path: string): Promise<Answer['body']> {
  return vi.waitFor(
    async () => {
      const { body } = await bank.call(path, { key });
      if (body.status === 'queued' || body.status === 'running') throw new Error(body.status);
      return body;
    },
    { timeout: 60_000, interval: 100 },
  );
}
