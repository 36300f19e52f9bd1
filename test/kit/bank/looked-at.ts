// Payments that a person looks at, where the test is about something else.

import { expect, vi } from 'vitest';
import type { Answer, TestBank } from './bank.ts';

/** Sends a transaction; where the rules hold it, the bank's risk desk lets it go. */
export async function sendAndRelease(bank: TestBank, key: string, body: object): Promise<Answer> {
  const sent = await bank.call('/v1/transactions?wait=10', { key, body });
  if (sent.body.status !== 'pending_review') return sent;
  return release(bank, key, sent.body.id);
}

/** The bank's risk desk lets a held payment go. */
export async function release(bank: TestBank, key: string, transactionId: string): Promise<Answer> {
  const body = { transactionId, decision: 'approved' };
  const said = await bank.call('/v1/sandbox/simulations/review-decision', { key, body });
  expect(said.status, JSON.stringify(said.body)).toBe(200);
  return vi.waitFor(async () => {
    const answer = await bank.call(`/v1/transactions/${transactionId}`, { key });
    expect(answer.body.status).toBe('posted');
    return answer;
  }, 10_000);
}
