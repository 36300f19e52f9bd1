// Machine-read documents: the values are compared with the request, and unreadable documents are
// reported.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { makeJpeg, upload } from '../../kit/people/images.ts';
import { IDENTITY, KYC_PATH } from '../../kit/people/kyc.ts';
import { makePassportMrz } from '../../kit/people/mrz.ts';
import { isDeep } from '../../kit/suite/tier.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
}, 60_000);
afterAll(() => bank.close());

const HOLDER = {
  lastName: 'LOVELACE',
  firstName: 'ADA<AUGUSTA',
  born: '851210',
  expires: '980131',
  state: 'GBR',
};

function assess(document: object, identity: object = {}, name = 'Ada Lovelace') {
  const passport = { type: 'passport', country: 'GB', expiry: '2098-01-31', fileId: 'mine' };
  return assessAll([{ ...passport, ...document }], identity, name);
}

/** Assesses customers without a date of birth, so that no check for duplicates has a finding. */
async function assessAll(
  documents: readonly object[],
  identity: object = {},
  name = 'Ada Lovelace',
) {
  const person = { type: 'individual', name, country: 'GB' };
  const customer = await bank.call('/v1/customers', { key, body: person });
  const { nationalId: _, aliases: __, ...ada } = IDENTITY;
  const body = { customerId: customer.body.id, identity: { ...ada, ...identity } };
  return (await bank.call(`${KYC_PATH}?wait=10`, { key, body: { ...body, documents } })).body;
}

interface Check {
  readonly name: string;
  readonly result: string;
  readonly detail: string;
}
const checksOf = (assessment: { documents: { checks: Check[] }[] }) =>
  Object.fromEntries(assessment.documents[0]?.checks.map((check) => [check.name, check]) ?? []);
const documentOf = ({ checks }: { checks: Check[] }) =>
  checks.find((check) => check.name === 'document');
const makeDocument = (number: string, holder: object = {}) => ({
  number,
  mrz: makePassportMrz({ ...HOLDER, number, ...holder }),
});

describe('a machine-readable zone', () => {
  it('with correct check digits and matching fields passes, and its text is stored sealed', async () => {
    const assessment = await assess(makeDocument('GB1000001'));
    expect(assessment).toMatchObject({ decision: 'approve', policy: { version: '1.5.0' } });
    expect(checksOf(assessment)).toMatchObject({
      mrz: { result: 'pass' },
      barcode: { result: 'not_run' },
      tampering: { result: 'pass', detail: expect.stringContaining('picture itself was not') },
    });
    expect(documentOf(assessment)?.result).toBe('pass');
    expect(assessment.reasons[0]).toMatch(/^The risk is low: 10 of 100/);
    const { raw } = bank.bank.environments.sandbox.ledger.database;
    const rows = raw.prepare('SELECT * FROM kyc_documents').all();
    expect(JSON.stringify(rows)).not.toMatch(/GB1000001|ADA<AUGUSTA/);
  });

  it('with a wrong check digit makes the document invalid, and a new document is requested', async () => {
    const { number, mrz } = makeDocument('GB1000002');
    const forgedZone = mrz.map((line) => line.replace('851210', '861210'));
    const assessment = await assess({ number, mrz: forgedZone });
    expect(assessment).toMatchObject({
      stage: 'awaiting_documents',
      documents: [{ status: 'invalid', reason: 'mrz_failed' }],
      reasons: [expect.any(String), expect.stringMatching(/^identity_document is invalid/)],
    });
    expect(checksOf(assessment).mrz?.detail).toMatch(/check digit/);
  });

  it('that differs in a field goes to a person, with the name of the field', async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ firstName: 'ANNA' }, 'name'],
      [{ born: '851211' }, 'date of birth'],
      [{ expires: '970131' }, 'date of expiry'],
      [{ state: 'FRA' }, 'country'],
      [{ number: 'GB9999999' }, 'number'],
    ];
    for (const [index, [holder, field]] of cases.entries()) {
      const number = `GB200000${index}`;
      const assessment = await assess({ ...makeDocument(number, holder), number });
      expect(assessment, field).toMatchObject({ stage: 'manual_review' });
      expect(assessment.reviewReasons).toEqual(['document_check']);
      expect(checksOf(assessment).mrz, field).toMatchObject({ result: 'review' });
      expect(checksOf(assessment).mrz?.detail).toMatch(new RegExp(`in: ${field}\\.$`));
    }
  });

  it('of a child requires a guardian, even if the request omits the date of birth', async () => {
    const birthDigits = `${String(new Date().getUTCFullYear() - 10).slice(2)}0101`;
    const input = { dateOfBirth: undefined };
    const assessment = await assess(makeDocument('GB3000001', { born: birthDigits }), input);
    expect(assessment.requiredDocuments.at(-1)).toMatchObject({
      type: 'guardian_declaration',
      status: 'required',
    });
  });

  it('that lacks a field or a part of it matches nothing, so a person decides', async () => {
    const cases: readonly (readonly [object, RegExp])[] = [
      [{ lastName: 'LOVELACE', firstName: '' }, /states no given name\.$/],
      [{ born: '<<<<<<' }, /states no date of birth\.$/],
      [{ born: '8512<<' }, /states no date of birth\.$/],
      [{ state: 'UTO' }, /states no country that is known\.$/],
    ];
    for (const [index, [holder, detail]] of cases.entries()) {
      const assessment = await assess(makeDocument(`GB600000${index}`, holder));
      expect([index, assessment.stage, assessment.reviewReasons]).toEqual([
        index,
        'manual_review',
        ['document_check'],
      ]);
      expect(checksOf(assessment).mrz).toMatchObject({
        result: 'review',
        detail: expect.stringMatching(detail),
      });
    }
    // A person may have only one name.
    const singleName = { lastName: 'SUHARTO', firstName: '' };
    const assessment = await assess(makeDocument('GB6000009', singleName), {
      aliases: ['Suharto'],
    });
    expect(assessment.decision).toBe('approve');
  });

  it('with a two-digit year belongs to the century stated in the request', async () => {
    const holder = { born: '240501' };
    const oldPerson = await assess(makeDocument('GB7000001', holder), {
      dateOfBirth: '1924-05-01',
    });
    expect([oldPerson.decision, checksOf(oldPerson).mrz?.result]).toEqual(['approve', 'pass']);
    const youngPerson = await assess(makeDocument('GB7000002', holder), {
      dateOfBirth: '2024-05-01',
    });
    expect(checksOf(youngPerson).mrz?.result).toBe('pass');
    expect(youngPerson.requiredDocuments.at(-1)?.type).toBe('guardian_declaration');
  });

  it('with a full name line matches the name that it truncates, and not another name', async () => {
    const name = 'Alexandrina Wilhelmina Featherstonehaugh-Cholmondeley';
    const identity = {
      firstName: 'Alexandrina Wilhelmina',
      lastName: 'Featherstonehaugh-Cholmondeley',
    };
    const truncatedName = { lastName: 'FEATHERSTONEHAUGH<CHOLMONDELEY', firstName: 'ALEXAND' };
    const fullDocument = makeDocument('GB8000001', truncatedName);
    expect(fullDocument.mrz[0]).toMatch(/ALEXAND$/);
    expect((await assess(fullDocument, identity, name)).decision).toBe('approve');
    const otherDocument = makeDocument('GB8000002', { ...truncatedName, firstName: 'ALEXIND' });
    const differingAssessment = await assess(otherDocument, identity, name);
    expect(checksOf(differingAssessment).mrz?.detail).toMatch(/in: name\.$/);
    // When the line has free positions, a shortened name is another name.
    const shortDocument = makeDocument('GB8000003', { ...truncatedName, firstName: 'ALEX' });
    expect(checksOf(await assess(shortDocument, identity, name)).mrz?.detail).toMatch(
      /in: name\.$/,
    );
  });

  it('of a shape unknown to ICAO is refused with its field', async () => {
    const body = { type: 'individual', name: 'Ada', country: 'GB' };
    const { id } = (await bank.call('/v1/customers', { key, body })).body;
    for (const mrz of [['A'.repeat(30)], ['A'.repeat(30), 'A'.repeat(36)], ['a'.repeat(44), 'b']]) {
      const documents = [{ type: 'passport', fileId: 'f', mrz }];
      const answer = await bank.call(KYC_PATH, { key, body: { customerId: id, documents } });
      expect(answer.status).toBe(422);
      expect(answer.body.errors[0].pointer).toMatch(/^\/documents\/0\/mrz/);
    }
  });
});

describe('a document image', () => {
  const LICENCE = [
    '@',
    '\u001e\rANSI 636000080002DL00410278ZV03190008DLDAQD12345678',
    'DCSLOVELACE',
    'DACADA',
    'DBB12101985',
    'DBA01312098',
    'DCGUSA',
    '',
  ].join('\n');

  it('with the barcode of a licence is compared with the request', async () => {
    const photo = await upload(bank, key, await makeJpeg({ barcode: LICENCE, width: 1400 }));
    expect(photo.body.barcodes).toEqual(['PDF417']);
    expect(JSON.stringify(photo.body)).not.toContain('LOVELACE');
    const licence = { type: 'drivers_license', country: 'US', number: 'D12345678' };
    const nationality = { nationality: 'US' };
    const documentFields = { ...licence, fileId: photo.body.id };
    const assessment = await assess(documentFields, nationality);
    expect(checksOf(assessment).barcode).toMatchObject({ result: 'pass' });
    expect(documentOf(assessment)?.result).toBe('pass');
  });

  // Each picture takes a second, so the usual tier reads one that agrees and one that differs.
  it.runIf(isDeep)('with the barcode of another licence goes to a person', async () => {
    const licence = { type: 'drivers_license', country: 'US', number: 'D12345678' };
    const nationality = { nationality: 'US' };
    const repeatedAnswer = await upload(
      bank,
      key,
      await makeJpeg({ barcode: LICENCE, width: 1400, shade: '#ddeedd' }),
    );
    const otherAssessment = await assess(
      { ...licence, number: 'D999', fileId: repeatedAnswer.body.id },
      { ...nationality, dateOfBirth: '1985-12-11' },
    );
    expect(checksOf(otherAssessment).barcode?.detail).toMatch(/in: date of birth, number\.$/);
    expect(otherAssessment.stage).toBe('manual_review');
  });

  const size = { width: 760, height: 540 };
  const uploadPhoto = async (zone: readonly string[], shade?: string) =>
    (await upload(bank, key, await makeJpeg({ ...size, zone, ...(shade ? { shade } : {}) }))).body;

  it("with a machine-readable zone is read and compared without revealing the zone's text", async () => {
    const number = 'GB5000001';
    const { mrz } = makeDocument(number);
    const photo = await uploadPhoto(mrz);
    expect(photo.zone).toBe('read');
    expect(JSON.stringify(photo)).not.toContain('LOVELACE');
    const assessment = await assess({ number, fileId: photo.id });
    expect(checksOf(assessment).mrz).toMatchObject({
      result: 'pass',
      detail: expect.stringMatching(/^The zone \(TD3\) was read in the image and its check digits/),
    });
    expect(documentOf(assessment)?.result).toBe('pass');
    const otherPhoto = await uploadPhoto(
      makeDocument('GB5000002', { born: '851211' }).mrz,
      '#e0e8e0',
    );
    const differingAssessment = await assess({ number: 'GB5000002', fileId: otherPhoto.id });
    expect(checksOf(differingAssessment).mrz?.detail).toMatch(/in: date of birth\.$/);
    expect(differingAssessment).toMatchObject({
      stage: 'manual_review',
      reviewReasons: ['document_check'],
    });
  });

  it('that nobody has read is never approved, not even in the sandbox', async () => {
    const emptyPhoto = await uploadPhoto([], '#c8e0d8');
    expect(emptyPhoto.zone).toBeNull();
    const blankPhoto = await upload(bank, key, await makeJpeg({ shade: '#c0d0e0' }));
    const licence = { type: 'drivers_license', country: 'GB', number: 'D77' };
    const cases: readonly (readonly [object, RegExp])[] = [
      [{ number: 'GB5000006', fileId: emptyPhoto.id }, /^Nothing could be read in the image of /],
      [{ ...licence, fileId: blankPhoto.body.id }, /^Nothing could be read in the image of /],
      [{ number: 'GB5000007' }, /^The bank has no image of kdoc_\w+: nobody has read it\.$/],
      [{ number: 'GB5000008', fileId: 'Specimen-1' }, /nobody has read it\.$/],
    ];
    for (const [document, detail] of cases) {
      const assessment = await assess(document);
      expect(assessment).toMatchObject({
        stage: 'manual_review',
        decision: 'review',
        reviewReasons: ['document_check'],
      });
      const check = documentOf(assessment);
      expect(check).toMatchObject({ result: 'review', detail: expect.stringMatching(detail) });
    }
    // A document that no machine can read was read by nobody, although the passport was read.
    const passport = { type: 'passport', country: 'GB', expiry: '2098-01-31' };
    const assessment = await assessAll([
      { ...passport, ...makeDocument('GB5000010'), fileId: 'mine' },
      { type: 'proof_of_address', fileId: 'bill' },
    ]);
    expect(assessment).toMatchObject({
      stage: 'manual_review',
      reviewReasons: ['document_check'],
    });
  });

  it('that is the specimen of the sandbox counts as read, and the answer says that it is simulated', async () => {
    const assessment = await assess({ number: 'GB5000011', fileId: 'specimen' });
    expect(assessment).toMatchObject({ decision: 'approve', kycStatus: 'verified' });
    const { id } = assessment.documents[0];
    const text = `Simulated: the sandbox takes the specimen ${id} as read; nobody has read it.`;
    expect(documentOf(assessment)).toMatchObject({ result: 'not_run', detail: text });
    expect(assessment.reasons).toContain(text);
    const expiredDocument = await assess({
      number: 'GB5000012',
      fileId: 'specimen',
      expiry: '2020-01-01',
    });
    expect(expiredDocument).toMatchObject({
      documents: [{ status: 'invalid', reason: 'expired' }],
    });
    // The other data of the request are still compared.
    const otherDocument = makeDocument('GB5000013', { firstName: 'ANNA' });
    const differingAssessment = await assess({ ...otherDocument, fileId: 'specimen' });
    expect(differingAssessment.reviewReasons).toEqual(['document_check']);
  });

  it.runIf(isDeep)('with a doubtful zone, or no zone, goes to a person', async () => {
    const { mrz } = makeDocument('GB5000001');
    const forgedZone = mrz.map((line) => line.replace('851210', '951210'));
    const forgedPhoto = await uploadPhoto(forgedZone, '#e0e0e8');
    expect(forgedPhoto.zone).toBe('broken');
    // The bank may have misread the document, so it refuses no customer for that.
    const doubtedAssessment = await assess({ number: 'GB5000003', fileId: forgedPhoto.id });
    expect(doubtedAssessment).toMatchObject({
      stage: 'manual_review',
      reviewReasons: ['document_check'],
    });
    expect(checksOf(doubtedAssessment)).toMatchObject({
      mrz: { result: 'review', detail: expect.stringContaining('does not hold as read') },
      tampering: { result: 'review' },
    });
    const sameNumber = await uploadPhoto(makeDocument('GB5000009').mrz, '#e8e8e0');
    const assessment = await assess({ ...makeDocument('GB5000004'), fileId: sameNumber.id });
    expect(checksOf(assessment).mrz).toMatchObject({
      result: 'review',
      detail: expect.stringContaining('not the one that the bank read in the image'),
    });
    const emptyPhoto = await uploadPhoto([], '#d8e0d8');
    expect(emptyPhoto.zone).toBeNull();
    const unreadAssessment = await assess({ number: 'GB5000005', fileId: emptyPhoto.id });
    expect(checksOf(unreadAssessment).mrz).toMatchObject({
      result: 'not_run',
      detail: expect.stringContaining('none was found in the image'),
    });
  });

  it('that names an image editor, or belongs to another customer, shows signs of tampering', async () => {
    const editedPhoto = await upload(
      bank,
      key,
      await makeJpeg({ software: 'GIMP 2.10', shade: '#abc' }),
    );
    const assessment = await assess({ ...makeDocument('GB4000001'), fileId: editedPhoto.body.id });
    expect(checksOf(assessment).tampering).toMatchObject({
      result: 'review',
      detail: 'Signs: the file names GIMP.',
    });
    expect(assessment.reviewReasons).toEqual(['document_check']);
    const copyAnswer = await upload(bank, key, await makeJpeg({ shade: '#abc' }));
    const twinAssessment = await assess({
      ...makeDocument('GB4000002'),
      fileId: copyAnswer.body.id,
    });
    expect(checksOf(twinAssessment).tampering?.detail).toContain(assessment.customerId);
  });
});
