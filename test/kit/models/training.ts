// Trainings over HTTP: the request, and the wait for its end.

import { vi } from 'vitest';
import type { Answer, TestBank } from '../bank/bank.ts';

export const TRAIN_PATH = '/v1/ai/custom-models/train';
export const JOBS_PATH = '/v1/ai/custom-models/jobs';

/** Returns the body of a training that takes some seconds. */
export function makeTraining(rows: readonly unknown[], overrides: object = {}) {
  return {
    name: 'leavers',
    task: 'churn',
    dataset: { source: 'inline', rows, labelField: 'left', timeField: 'seenAt' },
    algorithm: 'gbdt',
    hyperparameters: { rounds: 40, leaves: 8 },
    ...overrides,
  };
}

/** Waits until the status of a training is final and returns the training. */
export function waitForEnd(bank: TestBank, key: string, id: string): Promise<Answer['body']> {
  return vi.waitFor(
    async () => {
      const { body } = await bank.call(`${JOBS_PATH}/${id}`, { key });
      if (body.status === 'queued' || body.status === 'running') throw new Error(body.status);
      return body;
    },
    { timeout: 90_000, interval: 200 },
  );
}

export async function uploadRows(
  bank: TestBank,
  key: string,
  sent: { readonly text: string | Uint8Array; readonly format: string; readonly headers?: object },
): Promise<Answer> {
  const form = new FormData();
  const bytes = typeof sent.text === 'string' ? Buffer.from(sent.text) : sent.text;
  form.set('file', new Blob([new Uint8Array(bytes)]), 'rows');
  form.set('format', sent.format);
  const response = await fetch(`${bank.url}/v1/ai/custom-models/datasets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...sent.headers },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Returns the models of a developer. */
export async function listOwnModels(bank: TestBank, key: string): Promise<Answer['body'][]> {
  const { body } = await bank.call('/v1/ai/custom-models?limit=100', { key });
  return body.data.filter(({ owner }: { owner: string }) => owner === 'developer');
}
