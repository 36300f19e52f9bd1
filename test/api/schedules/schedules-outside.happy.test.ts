// Scheduled payments to external parties: each date is a withdrawal by the network of its method,
// and the network's answers change the schedule.

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
const RETURNING_NUMBERS = {
  early: '000111111101',
  late: '000222222210',
  refused: '000333333304',
} as const;
const DAILY_RECURRENCE = { frequency: 'daily' };

const externalTerms = (fields: object = {}) => ({
  destinationAccountId: undefined,
  externalParty: LANDLORD,
  ...fields,
});

describe('a scheduled payment to an external party', () => {
  it('names its payee, and makes a withdrawal with category and reference on its day', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const created = await developer.schedule(
      externalTerms({ category: 'housing', reference: 'Rent', description: 'Flat 7' }),
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

  it('is processing while its network has it, and posted when the network has settled', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const { id } = await developer.schedule(externalTerms());
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
    ['before its settlement', RETURNING_NUMBERS.early, ['failed']],
    ['days after it was posted', RETURNING_NUMBERS.late, ['failed']],
  ])('that is returned %s has failed, with the reason of its network', async (_, account, ends) => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const party = { ...LANDLORD, accountNumber: account };
    const { id } = await developer.schedule(externalTerms({ externalParty: party }));
    await developer.advance('P30D');
    const occurrences = await developer.listOccurrences(id);
    expect(statusesOf(occurrences)).toEqual(ends);
    expect(occurrences[0]).toMatchObject({ attempts: 1, statusReason: { code: 'rail_returned' } });
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
  });

  it('is suspended after too many returns in a row', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const party = { ...LANDLORD, accountNumber: RETURNING_NUMBERS.early };
    const { id } = await developer.schedule(
      externalTerms({
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

  it('that its network rejects has failed at once', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const party = { ...LANDLORD, accountNumber: RETURNING_NUMBERS.refused };
    const { id } = await developer.schedule(externalTerms({ externalParty: party }));
    await developer.advance('P3D');
    expect((await developer.listOccurrences(id))[0]).toMatchObject({
      status: 'failed',
      statusReason: { code: 'rail_rejected' },
    });
  });

  it('is retried when the money is insufficient, under the same reference', async () => {
    const developer = await openTestDeveloper(bank, 100);
    const { id } = await developer.schedule(
      externalTerms({ reference: 'Rent', retry: { maxAttempts: 3, intervalHours: 24 } }),
    );
    await developer.advance('P1DT1H');
    expect(statusesOf(await developer.listOccurrences(id))).toEqual(['retrying']);
    await developer.deposit(5_000);
    await developer.advance('P8D');
    expect(statusesOf(await developer.listOccurrences(id))).toEqual(['posted']);
    const names = (await developer.listTransfers(id)).map(
      (item: { reference: string }) => item.reference,
    );
    expect(new Set(names)).toEqual(new Set([`Rent ${developer.dateAfter(1)}`]));
  });

  it('can be changed to an account of the bank as payee, and back to an external party', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const { id } = await developer.schedule(externalTerms({ recurrence: DAILY_RECURRENCE }));
    const ownAccountAnswer = await developer.change(id, { destinationAccountId: developer.to });
    expect(ownAccountAnswer.body).toMatchObject({
      destinationAccountId: developer.to,
      externalParty: null,
    });
    await developer.advance('P1DT1M');
    expect(await developer.readPosted(developer.to)).toBe(1_000);
    const backChangeAnswer = await developer.change(id, { externalParty: LANDLORD });
    expect(backChangeAnswer.body).toMatchObject({
      destinationAccountId: null,
      externalParty: LANDLORD,
    });
  });
});

describe('an invalid payee of a schedule', () => {
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
    const order =
      'destinationAccountId' in fields ? { destinationAccountId: developer.to } : fields;
    const { status, body } = await developer.create(externalTerms(order));
    expect(status, JSON.stringify(body)).toBe(422);
    expect(body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([`/${pointer}`]);
  });

  it('is an account number of this bank', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const { accountNumber } = (await developer.call(`/v1/accounts/${developer.to}`)).body;
    const { status, body } = await developer.create(
      externalTerms({ externalParty: { name: 'Grace Hopper', accountNumber } }),
    );
    expect(status).toBe(422);
    expect(body.errors[0].message).toContain(developer.to);
  });

  it("a reference used by another payment is refused at the schedule's creation, with 409", async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    await developer.call('/v1/transactions?wait=10', {
      type: 'transfer',
      amount: 1,
      currency: 'EUR',
      sourceAccountId: developer.from,
      destinationAccountId: developer.to,
      reference: `Rent ${developer.dateAfter(1)}`,
    });
    const { status, body } = await developer.create(externalTerms({ reference: 'Rent' }));
    expect([status, body.code]).toEqual([409, 'duplicate_reference']);
  });
});
