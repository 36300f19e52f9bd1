// Uploads of models over HTTP, with the exported files of test/models/exports.

import { readFileSync } from 'node:fs';
import type { Answer, TestBank } from '../bank/bank.ts';

const EXPORTS = new URL('../../models/exports/', import.meta.url);
const GOLDEN = JSON.parse(readFileSync(new URL('golden.json', EXPORTS), 'utf8')) as {
  readonly rows: readonly number[][];
  readonly probability: Readonly<Record<string, readonly number[]>>;
};

export const readExport = (name: string): Buffer => readFileSync(new URL(`${name}.onnx`, EXPORTS));

/**
 * Returns a card for the exports: five features without bounds, and golden rows with the scores of
 * the exporting library.
 */
export function makeCard(exported: string, overrides: object = {}) {
  return {
    name: 'card-fraud',
    version: '1.0.0',
    task: 'fraud',
    features: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name })),
    golden: GOLDEN.rows.map((features, index) => {
      return { features, probability: GOLDEN.probability[exported]?.[index] };
    }),
    ...overrides,
  };
}

export interface Upload {
  readonly file?: Uint8Array | string;
  readonly card?: unknown;
  readonly headers?: Record<string, string>;
  readonly extraFields?: Record<string, string>;
}

/** Sends a form; a card that is not a text is sent as JSON. */
export async function upload(bank: TestBank, key: string, sent: Upload): Promise<Answer> {
  const form = new FormData();
  const { file, card } = sent;
  if (typeof file === 'string') form.set('file', file);
  else if (file) form.set('file', new Blob([new Uint8Array(file)]), 'model.onnx');
  if (card !== undefined) form.set('card', typeof card === 'string' ? card : JSON.stringify(card));
  for (const [name, value] of Object.entries(sent.extraFields ?? {})) form.set(name, value);
  const response = await fetch(`${bank.url}/v1/ai/custom-models/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...sent.headers },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
