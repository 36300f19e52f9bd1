// The rights of a customer: an export contains all data that the bank holds, and an erasure removes
// them when two operators approve it and there is no obstacle.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveAccount } from '../../../db/accounts/acts.ts';
import { signCheckpoint } from '../../../db/log/checkpoints.ts';
import { verifyProof } from '../../../packages/verify/proof/verify.mjs';
import {
  type Answer,
  hasModule,
  OPERATOR_KEY,
  openAccounts,
  register,
} from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import {
  openWallet,
  sendUnreadableInstruction,
  startConversation,
} from '../../kit/bank/objects-of-each-kind.ts';
import { APPROVABLE_KYC, KYC_PATH, PASSPORT, withImage } from '../../kit/people/kyc.ts';
import { claimSecondOperatorKey, createOperator } from '../../kit/people/operators.ts';

const NAME = 'Zebedee';
let bank: CheckedBank;
let second: string;
/** A customer who is exported, and whose erasure is requested while an account is open. */
let storedCustomer: Awaited<ReturnType<typeof fullCustomer>>;
beforeAll(async () => {
  bank = await openCheckedBank({ retentionDays: 0 });
  second = await claimSecondOperatorKey(bank);
  storedCustomer = await fullCustomer();
});
afterAll(() => bank.close());

const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const erase = (customerId: string, key: string, environment = 'sandbox') =>
  bank.call(`/v1/ops/customers/${customerId}/erasure`, {
    key,
    body: { environment, reason: 'Article 17' },
  });
const erasureOf = async (customerId: string) =>
  (
    await bank.call(`/v1/ops/customers/${customerId}/erasure?environment=sandbox`, {
      key: OPERATOR_KEY,
      headers: { 'x-audit-reason': 'a test' },
    })
  ).body;

/** Creates a customer with most kinds of objects, each with a text that contains the marker. */
async function fullCustomer() {
  const { key } = await register(bank);
  const { customerId, accountIds } = await openAccounts(bank, key, [0]);
  const [accountId = ''] = accountIds;
  const change = { name: NAME, email: `${NAME}@example.com`, metadata: { crm: NAME } };
  await bank.call(`/v1/customers/${customerId}`, { key, method: 'PATCH', body: change });
  const party = { externalParty: { name: NAME, method: 'book' }, description: `From ${NAME}` };
  const money = { amount: 500, currency: 'EUR', ...party };
  for (const side of [
    { type: 'deposit', destinationAccountId: accountId },
    { type: 'withdrawal', sourceAccountId: accountId },
  ]) {
    const paymentAnswer = await bank.call('/v1/transactions?wait=10', {
      key,
      body: { ...money, ...side },
    });
    expect(paymentAnswer.body.status).toBe('posted');
  }
  if (hasModule('language')) await converse(key, customerId);
  if (hasModule('kyc')) await beIdentified(key, customerId);
  return { key, customerId, accountId };
}

async function converse(key: string, customerId: string): Promise<void> {
  await sendUnreadableInstruction(bank, key, customerId);
  await startConversation(bank, key, customerId);
  await bank.call('/v1/ai/conversation', { key, body: { customerId, message: `I am ${NAME}` } });
}

/** Sends the image of a document; an operator writes a note and approves. */
async function beIdentified(key: string, customerId: string): Promise<void> {
  const passport = await withImage(bank, key, PASSPORT);
  const identity = { ...APPROVABLE_KYC.identity, firstName: NAME };
  const question = { customerId, identity, documents: [passport] };
  const answer = await bank.call(`${KYC_PATH}?wait=10`, { key, body: question });
  const note = { environment: 'sandbox', note: `Spoke with ${NAME}` };
  const noteAnswer = await bank.call(`/v1/ops/work/${answer.body.id}/notes`, {
    key: OPERATOR_KEY,
    body: note,
  });
  expect(noteAnswer.status).toBeLessThan(300);
  // The image of the document contains no readable text.
  const decision = { environment: 'sandbox', decision: 'approve', reason: 'Seen' };
  const path = `/v1/ops/kyc/${answer.body.id}/decision?wait=10`;
  await bank.call(path, { key: OPERATOR_KEY, body: decision });
}

/** Returns a decision about a customer, whose facts can be read. */
async function firstDecision(key: string, customerId: string) {
  const { body } = await bank.call(`/v1/decisions?customerId=${customerId}`, { key });
  const decisionAnswer = await bank.call(`/v1/decisions/${body.data[0].id}`, { key });
  expect(decisionAnswer.body.proof.leaf).toMatchObject({ erased: false, salt: expect.any(String) });
  return decisionAnswer.body as { id: string; proof: { leaf: { hash: string } } };
}

/** Expects that a decision has the hash of its facts alone, and a proof that verifies. */
async function expectErasedFacts(
  key: string,
  { id, proof }: Awaited<ReturnType<typeof firstDecision>>,
): Promise<void> {
  await bank.bank.environments.sandbox.ledger.run(signCheckpoint, null);
  const { body } = await bank.call(`/v1/decisions/${id}`, { key });
  expect(body.proof).toMatchObject({
    facts: null,
    leaf: { hash: proof.leaf.hash, erased: true, canonical: null, salt: null },
    inclusion: { treeSize: expect.any(Number) },
  });
  const verdict = await verifyProof(body);
  expect(verdict).toMatchObject({ verified: true, decisionId: null, leaf: null });
}

/** Returns the tables of the sandbox with a row that contains the marker. */
function tablesWithMarker(): string[] {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const tables = raw
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .pluck()
    .all();
  return tables.filter((table) =>
    raw
      .prepare(`SELECT * FROM "${table}"`)
      .all()
      .some((row) => JSON.stringify(row).includes(NAME)),
  );
}

it('the export is streamed: it is never held in memory as a whole', async () => {
  const { key, customerId } = storedCustomer;
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' };
  const answer = await fetch(`${bank.url}/v1/customers/${customerId}/export`, { headers });
  expect((await answer.text()).length).toBeGreaterThan(10_000);
  const bodyHeaders = ['etag', 'content-encoding', 'content-length'];
  expect(bodyHeaders.map((name) => answer.headers.get(name))).toEqual([null, null, null]);
});

it("the export contains all of a customer's data, with images, and needs all its read scopes", async () => {
  const { key, customerId } = storedCustomer;
  const path = `/v1/customers/${customerId}/export`;
  const { body, status, headers } = await bank.call(path, { key });
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toContain(`${customerId}.json`);
  const recordsOf = (expected: string) =>
    body.records.flatMap(({ table, record }: { table: string; record: object }) =>
      table === expected ? [record] : [],
    );
  expect(recordsOf('customers')).toMatchObject([
    { id: customerId, name: NAME, metadata: { crm: NAME } },
  ]);
  expect(recordsOf('transactions')).toHaveLength(2);
  if (hasModule('language')) {
    expect(recordsOf('conversation_messages').length).toBeGreaterThan(1);
  }
  if (hasModule('kyc')) {
    const [{ image }] = recordsOf('kyc_files');
    expect(Buffer.from(image.base64, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8');
  }
  expect(recordsOf('events').length).toBeGreaterThan(4);
  if (hasModule('aml')) expect(body.withheld).toContain('aml_cases');
  // Neither another developer nor a key with only customers:read may export.
  const { key: other } = await register(bank);
  expect(outcomeOf(await bank.call(path, { key: other }))).toEqual([404, 'customer_not_found']);
  const narrowKey = await bank.call('/v1/developer/keys', {
    key,
    body: { name: 'Few', scopes: ['customers:read'] },
  });
  expect(outcomeOf(await bank.call(path, { key: narrowKey.body.apiKey }))).toEqual([
    403,
    'insufficient_scope',
  ]);
});

it('an erasure is refused with its obstacles, and cannot be carried out by one person alone', async () => {
  const { key, customerId, accountId } = storedCustomer;
  const refusedAnswer = await erase(customerId, OPERATOR_KEY);
  expect(outcomeOf(refusedAnswer)).toEqual([409, 'erasure_not_due']);
  expect(refusedAnswer.body).toMatchObject({ existingId: accountId });
  expect(await erasureOf(customerId)).toMatchObject({
    status: 'held_up',
    obstacles: [{ code: 'account_open', objectId: accountId }],
  });
  await bank.call(`/v1/accounts/${accountId}/close`, { key, method: 'POST' });
  const support = await createOperator(bank, ['support']);
  expect(outcomeOf(await erase(customerId, support.key))).toEqual([403, 'role_required']);
  expect(outcomeOf(await erase('cust_01ffffffffffffffffffffffff', OPERATOR_KEY))).toEqual([
    404,
    'customer_not_found',
  ]);
  const answer = await erase(customerId, OPERATOR_KEY);
  expect([answer.status, answer.body.status]).toEqual([202, 'requested']);
  const repeatedAnswer = await erase(customerId, OPERATOR_KEY);
  expect(outcomeOf(repeatedAnswer)).toEqual([409, 'invalid_state_transition']);
  expect((await erasureOf(customerId)).status).toBe('due');
  expect((await bank.call(`/v1/customers/${customerId}`, { key })).status).toBe(200);
});

it('an erasure leaves ids, amounts and hashes, and nothing that names the customer', async () => {
  const { key, customerId, accountId } = await fullCustomer();
  const wallet = await openWallet(bank, key, customerId);
  const emptiedWallet = await bank.call(`/v1/wallets/${wallet}`, { key });
  for (const id of [
    accountId,
    ...emptiedWallet.body.balances.map((balance: { accountId: string }) => balance.accountId),
  ]) {
    await bank.call(`/v1/accounts/${id}/close`, { key, method: 'POST' });
  }
  const decided = hasModule('decisions') ? await firstDecision(key, customerId) : null;
  await erase(customerId, OPERATOR_KEY);
  const agreementAnswer = await erase(customerId, second);
  expect(agreementAnswer.body).toMatchObject({
    status: 'granted',
    request: { act: 'customer_erasure' },
  });
  await expect
    .poll(async () => (await erasureOf(customerId)).status, { timeout: 20_000 })
    .toBe('erased');
  expect(outcomeOf(await bank.call(`/v1/customers/${customerId}`, { key }))).toEqual([
    404,
    'customer_not_found',
  ]);
  const account = { customerId, type: 'checking', currency: 'EUR', name: 'Again' };
  const openingAnswer = await bank.call('/v1/accounts', { key, body: account });
  expect(outcomeOf(openingAnswer)).toEqual([404, 'customer_not_found']);
  const { body } = await bank.call(`/v1/events?limit=100`, { key });
  const created = body.data.find((event: { type: string }) => event.type === 'customer.created');
  expect(created.data.object).toEqual({ id: customerId, erased: true });
  expect(body.data.at(-1)).toMatchObject({ type: 'customer.erased', data: { object: {} } });
  if (decided) await expectErasedFacts(key, decided);
});

it('an erasure of all customers of a bank leaves their texts in no table', async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const openWallets = raw
    .prepare<[], { id: string; customerId: string; accountId: string }>(
      `SELECT c.id AS customerId, a.id AS accountId FROM customers c
       JOIN accounts a ON a.customer_id = c.id
       WHERE NOT EXISTS (SELECT 1 FROM customer_erasures e WHERE e.customer_id = c.id)`,
    )
    .all();
  expect(openWallets.length).toBeGreaterThan(0);
  const cause = { actor: 'key_test', requestId: 'req_test', idempotencyKey: null };
  const { ledger } = bank.bank.environments.sandbox;
  for (const { accountId } of openWallets) {
    const close = { to: 'closed', freezeReason: null, message: null } as const;
    const otherFields = { creditsBlocked: false, ifVersion: null, cause };
    // Closing an account twice is refused.
    await ledger
      .run(moveAccount, { tenantId: null, accountId, ...close, ...otherFields })
      .catch(() => {});
  }
  for (const customerId of new Set(openWallets.map((item) => item.customerId))) {
    await erase(customerId, OPERATOR_KEY);
    const agreementAnswer = await erase(customerId, second);
    expect(agreementAnswer.body).toMatchObject({ status: 'granted' });
  }
  await expect.poll(tablesWithMarker, { timeout: 30_000 }).toEqual([]);
  const { body } = await bank.call('/v1/ops/invariants?environment=sandbox', { key: OPERATOR_KEY });
  expect(body.ok).toBe(true);
});
