// Proofs show their own developer everything and other developers nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signCheckpoint } from '../../../db/log/checkpoints.ts';
import { OPERATOR_KEY, openAccounts, openTestBank, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  claimLiveKey,
  openCheckedBank,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let ownerKey: string;
let strangerKey: string;
let id: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ownerKey = (await register(bank)).key;
  strangerKey = (await register(bank)).key;
  await openAccounts(bank, ownerKey, [500]);
  await openAccounts(bank, strangerKey, [700]);
  id = (await bank.call('/v1/transactions', { key: ownerKey })).body.data[0].id;
  await bank.bank.environments.sandbox.ledger.run(signCheckpoint, null);
});
afterAll(() => bank.close());

describe('a proof', () => {
  it("contains only hashes of other developers' entries, never an id", async () => {
    const { body } = await bank.call(`/v1/transactions/${id}/proof`, { key: ownerKey });
    expect(body.auditPath.length).toBeGreaterThan(0);
    const { body: foreignList } = await bank.call('/v1/transactions', { key: strangerKey });
    const text = JSON.stringify(body);
    for (const { id: foreignTransactionId, destinationAccountId } of foreignList.data) {
      expect(text).not.toContain(foreignTransactionId);
      expect(text).not.toContain(destinationAccountId);
    }
  });

  it('is answered with 404 for another developer and in the other environment', async () => {
    const liveKey = await claimLiveKey(bank, ownerKey);
    for (const key of [strangerKey, liveKey]) {
      for (const path of [
        `/v1/transactions/${id}/proof`,
        `/v1/blockchain/transactions/${id}`,
        `/v1/blockchain/transactions/${id}/proof`,
      ]) {
        const { status, body } = await bank.call(path, { key });
        expect([status, body.code], path).toEqual([404, 'transaction_not_found']);
      }
    }
  });

  it("never contains another developer's salt, and is sent with no-store", async () => {
    const { headers } = await bank.call(`/v1/transactions/${id}/proof`, { key: ownerKey });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is refused for a log whose journal was tampered with', async () => {
    const brokenBank = await openBankWithBrokenJournal();
    const { status, body } = await brokenBank.answer;
    expect([status, body.code]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(body)).not.toContain('leaf');
    await brokenBank.close();
  });
});

async function openBankWithBrokenJournal() {
  const otherBank = await openTestBank();
  const { key } = await register(otherBank);
  await openAccounts(otherBank, key, [500]);
  const { ledger } = otherBank.bank.environments.sandbox;
  await ledger.run(signCheckpoint, null);
  const { body } = await otherBank.call('/v1/transactions', { key });
  ledger.database.raw.exec('DROP TRIGGER entries_no_update; UPDATE entries SET amount = 900');
  const answer = otherBank.call(`/v1/transactions/${body.data[0].id}/proof`, { key });
  return { answer, close: () => otherBank.close() };
}

describe('erasing a leaf', () => {
  it('is for operators alone, and recorded in the audit log with the reason', async () => {
    const path = `/v1/ops/transactions/${id}/erase-leaf`;
    const body = { environment: 'sandbox', reason: 'asked for by the customer' };
    await writesNothing(bank, async () => {
      for (const key of [ownerKey, strangerKey]) {
        expect((await bank.call(path, { key, body })).status).toBe(404);
      }
      expect((await bank.call(path, { body })).status).toBe(401);
    });
    expect((await bank.call(path, { key: OPERATOR_KEY, body })).status).toBe(200);
    const { raw } = bank.bank.environments.sandbox.ledger.database;
    expect(raw.prepare('SELECT actor, reason FROM leaf_erasures').get()).toMatchObject({
      actor: expect.stringMatching(/^opr_/),
      reason: body.reason,
    });
    const { body: events } = await bank.call('/v1/events?type=leaf.erased', { key: ownerKey });
    expect(events.data[0].data.object).toMatchObject({ transactionId: id });
  });
});
