// Scheduled payments to external parties: each date is a withdrawal through a network, and the
// answer of the network changes the schedule.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { openTestDeveloper, statusesOf } from '../../kit/money/test-developer.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
});
afterAll(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  expect(checkInvariants(raw, Date.now()).checks.filter((check) => check.violations > 0)).toEqual(
    [],
  );
  await bank.close();
});

const FUNDS = 100_000;
const LANDLORD = { name: 'Grace Hopper', method: 'ach' };
/** Account numbers for which the simulated ACH network behaves as named. */
const MAGIC_ACCOUNT_NUMBERS = {
  returnedBeforeSettlement: '000111111101',
  returnedLate: '000222222210',
  rejected: '000333333304',
} as const;
const DAILY_RECURRENCE = { frequency: 'daily' };

const makeExternalTerms = (fields: object = {}) => ({
  destinationAccountId: undefined,
  externalParty: LANDLORD,
  ...fields,
});

describe('a scheduled payment to an external party', () => {
  it('names its payee, and makes a withdrawal with category and reference on its day', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const created = await developer.schedule(
      makeExternalTerms({ category: 'housing', reference: 'Rent', description: 'Flat 7' }),
    );
    expect(created).toMatchObject({
      destinationAccountId: null,
      externalParty: LANDLORD,
      category: 'housing',
      reference: 'Rent',
    });
    await developer.advance('P2D');
    const [payment] = await developer.listTransfers(created.id);
    expect(payment).toMatchObject({
      type: 'withdrawal',
      sourceAccountId: developer.from,
      destinationAccountId: null,
      externalParty: LANDLORD,
      category: 'housing',
      reference: `Rent ${developer.dateAfter(1)}`,
      scheduleId: created.id,
      workflow: { id: `transfer/${payment.id}` },
    });
  });

  it('is processing until its network has settled the payment, and is then posted', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const { id } = await developer.schedule(makeExternalTerms());
    await developer.advance('P1DT1M');
    const [payment] = await developer.listTransfers(id);
    expect(payment).toMatchObject({ status: 'pending', rail: { network: 'ach' } });
    expect(await developer.read(id)).toMatchObject({
      status: 'active',
      lastOccurrence: { status: 'processing', transactionId: payment.id },
    });
    await developer.advance('P7D');
    expect(statusesOf(await developer.listOccurrences(id))).toEqual(['posted']);
    expect(await developer.read(id)).toMatchObject({
      status: 'completed',
      occurrencesCompleted: 1,
    });
    expect(await developer.readPosted(developer.from)).toBe(FUNDS - 1_000);
    expect(await developer.readEventTypes()).toEqual([
      'schedule.created',
      'schedule.occurrence.posted',
      'schedule.completed',
    ]);
  });

  it.each([
    ['before its settlement', MAGIC_ACCOUNT_NUMBERS.returnedBeforeSettlement, ['failed']],
    ['days after it was posted', MAGIC_ACCOUNT_NUMBERS.returnedLate, ['failed']],
  ])(
    'that is returned %s has failed, with the reason of its network',
    async (_, accountNumber, expectedStatuses) => {
      const developer = await openTestDeveloper(bank, FUNDS);
      const party = { ...LANDLORD, accountNumber };
      const { id } = await developer.schedule(makeExternalTerms({ externalParty: party }));
      await developer.advance('P30D');
      const occurrences = await developer.listOccurrences(id);
      expect(statusesOf(occurrences)).toEqual(expectedStatuses);
      expect(occurrences[0]).toMatchObject({
        attempts: 1,
        statusReason: { code: 'rail_returned' },
      });
      expect(occurrences[0].statusReason.message).toMatch(/ach network returned it with R\d\d/);
      expect(await developer.read(id)).toMatchObject({
        status: 'completed',
        occurrencesCompleted: 0,
        occurrencesFailed: 1,
        consecutiveFailures: 1,
      });
      expect(await developer.readPosted(developer.from)).toBe(FUNDS);
      expect(
        (await developer.readEventTypes()).filter(
          (type: string) => type === 'schedule.occurrence.failed',
        ),
      ).toHaveLength(1);
    },
  );

  it('suspends its schedule after too many returns in a row', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const party = { ...LANDLORD, accountNumber: MAGIC_ACCOUNT_NUMBERS.returnedBeforeSettlement };
    const { id } = await developer.schedule(
      makeExternalTerms({
        externalParty: party,
        recurrence: DAILY_RECURRENCE,
        maxConsecutiveFailures: 2,
      }),
    );
    await developer.advance('P20D');
    expect(await developer.read(id)).toMatchObject({
      status: 'suspended',
      statusReason: { code: 'too_many_failures' },
    });
    expect(await developer.readPosted(developer.from)).toBe(FUNDS);
  });

  it('that its network rejects fails at once', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const party = { ...LANDLORD, accountNumber: MAGIC_ACCOUNT_NUMBERS.rejected };
    const { id } = await developer.schedule(makeExternalTerms({ externalParty: party }));
    await developer.advance('P3D');
    expect((await developer.listOccurrences(id))[0]).toMatchObject({
      status: 'failed',
      statusReason: { code: 'rail_rejected' },
    });
  });

  it('is retried when the money is insufficient, under the same reference', async () => {
    const developer = await openTestDeveloper(bank, 100);
    const { id } = await developer.schedule(
      makeExternalTerms({ reference: 'Rent', retry: { maxAttempts: 3, intervalHours: 24 } }),
    );
    await developer.advance('P1DT1H');
    expect(statusesOf(await developer.listOccurrences(id))).toEqual(['retrying']);
    await developer.deposit(5_000);
    await developer.advance('P8D');
    expect(statusesOf(await developer.listOccurrences(id))).toEqual(['posted']);
    const references = (await developer.listTransfers(id)).map(
      (item: { reference: string }) => item.reference,
    );
    expect(new Set(references)).toEqual(new Set([`Rent ${developer.dateAfter(1)}`]));
  });

  it('can be changed to an account of the bank as payee, and back to an external party', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const { id } = await developer.schedule(makeExternalTerms({ recurrence: DAILY_RECURRENCE }));
    const ownAccountAnswer = await developer.change(id, { destinationAccountId: developer.to });
    expect(ownAccountAnswer.body).toMatchObject({
      destinationAccountId: developer.to,
      externalParty: null,
    });
    await developer.advance('P1DT1M');
    expect(await developer.readPosted(developer.to)).toBe(1_000);
    const externalPartyAnswer = await developer.change(id, { externalParty: LANDLORD });
    expect(externalPartyAnswer.body).toMatchObject({
      destinationAccountId: null,
      externalParty: LANDLORD,
    });
  });
});

describe('an invalid payee or reference of a schedule', () => {
  it.each([
    ['neither account nor party', { externalParty: undefined }, 'destinationAccountId'],
    ['both', { destinationAccountId: 'to' }, 'destinationAccountId'],
    [
      'an IBAN with wrong check digits',
      { externalParty: { name: 'G', method: 'sepa', accountNumber: 'DE89370400440532013001' } },
      'externalParty/accountNumber',
    ],
    [
      'a merchant of another category',
      { externalParty: { name: 'G', mcc: '7995' }, category: 'groceries' },
      'category',
    ],
  ])("is refused at the schedule's creation: %s", async (_, fields, pointer) => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const termsFields =
      'destinationAccountId' in fields ? { destinationAccountId: developer.to } : fields;
    const { status, body } = await developer.create(makeExternalTerms(termsFields));
    expect(status, JSON.stringify(body)).toBe(422);
    expect(body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([`/${pointer}`]);
  });

  it('that is an account number of this bank is refused', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const { accountNumber } = (await developer.call(`/v1/accounts/${developer.to}`)).body;
    const { status, body } = await developer.create(
      makeExternalTerms({ externalParty: { name: 'Grace Hopper', accountNumber } }),
    );
    expect(status).toBe(422);
    expect(body.errors[0].message).toContain(developer.to);
  });

  it('that another payment has as its reference is refused with 409', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    await developer.call('/v1/transactions?wait=10', {
      type: 'transfer',
      amount: 1,
      currency: 'EUR',
      sourceAccountId: developer.from,
      destinationAccountId: developer.to,
      reference: `Rent ${developer.dateAfter(1)}`,
    });
    const { status, body } = await developer.create(makeExternalTerms({ reference: 'Rent' }));
    expect([status, body.code]).toEqual([409, 'duplicate_reference']);
  });
});
