// Watchlist providers in an assessment: findings and failures of the provider go to a person.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { KYC_PATH } from '../../kit/people/kyc.ts';

let bank: CheckedBank;
let key: string;
/** The server's results for every query, or null when it does not answer. */
let results: readonly object[] | null = [];
const requests: string[] = [];
const server = createServer((request, response: ServerResponse) => {
  let text = '';
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  request.on('end', () => {
    requests.push(text);
    if (results === null) return;
    const { queries } = JSON.parse(text) as { queries: Record<string, object> };
    const responses = Object.fromEntries(
      Object.entries(queries).map(([name, query]) => [name, { status: 200, results, query }]),
    );
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ responses }));
  });
});
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  bank = await openCheckedBank({
    watchlist: { url, dataset: 'default', key: null, timeoutMs: 300 },
  });
  ({ key } = await register(bank));
}, 60_000);
afterAll(async () => {
  await bank.close();
  server.closeAllConnections();
  server.close();
});

async function assess() {
  const person = { type: 'individual', name: 'Ada Lovelace', country: 'GB' };
  const { id } = (await bank.call('/v1/customers', { key, body: person })).body;
  const body = { customerId: id, level: 'simplified' };
  return (await bank.call(`${KYC_PATH}?wait=10`, { key, body })).body;
}
const checkOf = ({ checks }: { checks: { name: string; result: string }[] }, name: string) =>
  checks.find((check) => check.name === name);

it('without an entry the check for politically exposed persons passes, and press checks are not run', async () => {
  results = [];
  const assessment = await assess();
  expect(assessment.decision).toBe('approve');
  expect(checkOf(assessment, 'pep')?.result).toBe('pass');
  expect(checkOf(assessment, 'adverse_media')?.result).toBe('not_configured');
  expect(JSON.parse(requests.at(-1) ?? '').queries.q0.properties.name).toEqual(['Ada Lovelace']);
});

it('a politically exposed customer goes to a person, with a factor and the id of the entry', async () => {
  const properties = { topics: ['role.pep'] };
  results = [{ id: 'Q7259', caption: 'Ada', score: 0.9, match: true, properties }];
  const assessment = await assess();
  expect(assessment).toMatchObject({ stage: 'manual_review', riskLevel: 'medium', riskScore: 50 });
  expect(assessment.reviewReasons).toEqual(['pep_check']);
  expect(assessment.factors).toContainEqual(
    expect.objectContaining({ code: 'politically_exposed' }),
  );
  expect(checkOf(assessment, 'pep')).toMatchObject({
    result: 'review',
    detail: 'OpenSanctions has entries that resemble: Q7259.',
  });
});

it('a provider that does not answer never counts as a pass, and the reasons say so', async () => {
  results = null;
  const assessment = await assess();
  expect(assessment).toMatchObject({ stage: 'manual_review', decision: 'review' });
  expect(assessment.reviewReasons).toEqual(['pep_check', 'adverse_media_check']);
  expect(checkOf(assessment, 'pep')).toMatchObject({ result: 'error' });
  expect(assessment.reasons).toContain(
    'pep: OpenSanctions gave no answer: it did not answer in time.',
  );
});
