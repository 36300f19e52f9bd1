// A name in its native script is found, or the answer says that the name could not be compared and
// an operator decides. No name passes because it was not compared.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../bank/config/settings.ts';
import { hasModule, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, claimLiveKey, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { APPROVABLE_KYC, KYC_PATH } from '../../kit/people/kyc.ts';

let bank: CheckedBank;
let key: string;

beforeAll(async () => {
  bank = await openCheckedBank({ screening: readConfig({}).screening });
  ({ key } = await register(bank));
}, 60_000);
afterAll(() => bank.close());

const search = async (name: string) =>
  (await bank.call('/v1/screening/search', { key, body: { name } })).body;

describe('a listed name is found', () => {
  test.each([
    ['in Arabic with the article', 'بشار الأسد', /ASSAD|ASAD/],
    ['in Arabic, of two words that others write as one', 'حسن نصر الله', /NASRALLAH/],
    ['in Arabic, of a Russian', 'فلاديمير بوتين', /PUTIN/],
    ['in Persian', 'ولادیمیر پوتین', /PUTIN/],
    ['in Urdu', 'داود ابراہیم', /IBRAHIM/],
    ['in Georgian', 'ოთარ ფარცხალაძე', /PH?ARTSKHALADZE/],
    ['in Georgian with the ending of the nominative', 'რამზან კადიროვი', /KADYROV/],
    ['in Georgian of another nominative', 'სერგეი ლავროვი', /LAVROV/],
    ['in Hebrew', 'חסן נסראללה', /NASRALLAH/],
    ['in Hebrew of a Russian', 'ולדימיר פוטין', /PUTIN/],
    ['in Armenian', 'Սերգեյ Լավրով', /LAVROV/],
    ['in Greek with accents', 'Ραμζάν Καντίροφ', /KADYROV/],
    ['in Devanagari with a nasal', 'किम जोंग उन', /KIM, Jong Un/],
    ['in Devanagari', 'बशर अल-असद', /ASS?AD/],
    ['in Gujarati', 'વ્લાદિમીર પુતિન', /PUTIN/],
    ['in Telugu', 'వ్లాదిమిర్ పుతిన్', /PUTIN/],
    ['in Hangul', '김여정', /KIM, Yo Jong/],
    ['in Chinese characters of a Korean name', '金正恩', /KIM, Jong Un/],
    ['in Belarusian', 'Аляксандр Лукашэнка', /LUKASHENK/],
  ])('%s', async (_, name, listedName) => {
    const { matches } = await search(name);
    expect(matches.map((match: { name: string }) => match.name).join('; ')).toMatch(listedName);
  });
});

const NAMES_IN_UNREAD_SCRIPTS = [
  ['in Tamil', 'விளாதிமிர் புதின்'],
  ['in Bengali', 'দিমিত্রি মেদভেদেভ'],
  ['in Thai', 'คิม จองอึน'],
  ['in Burmese', 'မင်းအောင်လှိုင်'],
  ['in Khmer', 'មីន អោងឡាំង'],
  ['in Japanese by its sound', 'ウラジーミル・プーチン'],
  ['in Japanese by its sound as one word', 'キムジョンウン'],
  ['in Chinese by its sound', '弗拉基米尔·普京'],
  ['in Chinese by its sound without a dot', '巴沙尔阿萨德'],
  ['in Korean by its sound', '블라디미르 푸틴'],
  ['in letters of two scripts', 'Grace คิม'],
] as const;

describe('a name that cannot be compared', () => {
  test.each(NAMES_IN_UNREAD_SCRIPTS)(
    '%s is reported as not comparable, unless it is found',
    async (_, name) => {
      const { notCompared, matches } = await search(name);
      if (matches.length === 0) expect(notCompared).toBe('unknown_script');
    },
  );

  test.each(['Ada Lovelace', '杨秀英', '윤서연', 'Ανδρέας Παπαδόπουλος', 'さくら'])(
    'is not one such as %s, which can be compared',
    async (name) => {
      expect(await search(name)).toMatchObject({ notCompared: null, matches: [] });
    },
  );

  test.each([
    ['x'.repeat(200), 'too_long'],
    ['\u{1f600} \u{1f601}', 'no_letters'],
  ])('such as %j is reported with the reason %s', async (name, reason) => {
    expect(await search(name)).toMatchObject({ notCompared: reason, matches: [] });
  });

  test.runIf(hasModule('risk'))(
    'holds the payment for a review, with the reason, but not the next payment to another name',
    async () => {
      const [from = ''] = (await openAccounts(bank, key, [100_000])).accountIds;
      const body = {
        type: 'withdrawal',
        amount: 100,
        currency: 'EUR',
        sourceAccountId: from,
        externalParty: { name: 'ウラジーミル・プーチン' },
      };
      const heldPayment = await bank.call('/v1/transactions?wait=10', { key, body });
      expect(heldPayment.body.status).toBe('pending_review');
      const codes = heldPayment.body.risk.reasons.map(({ code }: { code: string }) => code);
      expect(codes).toContain('name_not_compared');
      const nextBody = { ...body, externalParty: { name: 'Grace Hopper' } };
      const paymentAnswer = await bank.call('/v1/transactions?wait=10', { key, body: nextBody });
      expect(paymentAnswer.body.status, 'the next payment to somebody new').toBe('posted');
    },
  );

  test.runIf(hasModule('kyc'))(
    'does not verify a new or renamed customer, until an operator decides',
    async () => {
      const name = 'คิม จองอึน';
      const createCustomer = (customerName: string) =>
        bank.call('/v1/customers', { key, body: { type: 'individual', name: customerName } });
      const { body: customer } = await createCustomer(name);
      expect(customer).toMatchObject({ kycStatus: 'manual_review', notCompared: 'unknown_script' });
      const { body: verifiedCustomer } = await createCustomer('Grace Hopper');
      expect(verifiedCustomer).toMatchObject({ kycStatus: 'verified', notCompared: null });
      const path = `/v1/customers/${verifiedCustomer.id}`;
      const { body: customerAfter } = await bank.call(path, {
        key,
        method: 'PATCH',
        body: { name },
      });
      expect(customerAfter).toMatchObject({
        kycStatus: 'manual_review',
        notCompared: 'unknown_script',
      });
      const assessmentAnswer = await bank.call(`${KYC_PATH}?wait=10`, {
        key,
        body: { customerId: customer.id, ...APPROVABLE_KYC },
      });
      expect(assessmentAnswer.body).toMatchObject({ stage: 'manual_review', decision: 'review' });
      expect(assessmentAnswer.body.reviewReasons).toContain('sanctions_check');
      const { checks } = assessmentAnswer.body;
      expect(checks.find((check: { name: string }) => check.name === 'sanctions')).toMatchObject({
        result: 'review',
        detail: 'A part of a name could not be compared with the lists: of the customer.',
      });
      const decisionAnswer = await bank.call(`/v1/ops/kyc/${assessmentAnswer.body.id}/decision`, {
        key: OPERATOR_KEY,
        body: { environment: 'sandbox', decision: 'approve', reason: 'Seen the passport' },
      });
      expect(decisionAnswer.status).toBe(200);
      const customerAfterDecision = await bank.call(`/v1/customers/${customer.id}`, { key });
      expect(customerAfterDecision.body).toMatchObject({
        kycStatus: 'verified',
        notCompared: 'unknown_script',
      });
      const comparableName = { method: 'PATCH', body: { name: 'Grace Hopper' } };
      expect((await bank.call(path, { key, ...comparableName })).body.notCompared).toBeNull();
    },
  );

  test('is reported to the operator who verifies a customer in production without an assessment', async () => {
    const liveKey = await claimLiveKey(bank, key);
    const body = { type: 'individual', name: 'คิม จองอึน' };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { body: created } = await bank.call('/v1/customers', { key: liveKey, body, headers });
    expect(created).toMatchObject({ kycStatus: 'unverified', notCompared: 'unknown_script' });
    const decisionAnswer = await bank.call(`/v1/ops/customers/${created.id}/kyc-decision`, {
      key: OPERATOR_KEY,
      headers,
      body: { environment: 'production', decision: 'verified', reason: 'Seen the passport' },
    });
    expect(decisionAnswer.body).toMatchObject({
      kycStatus: 'verified',
      notCompared: 'unknown_script',
    });
    const audit = await bank.call(`/v1/ops/audit?objectId=${created.id}`, { key: OPERATOR_KEY });
    const [auditEntry] = audit.body.data.filter(
      ({ action }: { action: string }) => action === 'customer.kyc.verified',
    );
    expect(auditEntry.detail).toMatchObject({ notCompared: 'unknown_script' });
  });
});
