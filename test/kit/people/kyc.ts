// KYC assessments for tests.

import { randomUUID } from 'node:crypto';
import {
  assessKyc,
  type DocumentDraft,
  type KycOrder,
  type KycState,
  screenAssessment,
  startAssessment,
} from '../../../db/kyc/acts.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { SPECIMEN } from '../../../ledger/decisions/kyc.ts';
import { NOT_WATCHED } from '../../../ledger/decisions/kyc-watch.ts';
import type { TestBank } from '../bank/bank.ts';
import { makeJpeg, upload } from './images.ts';

export const KYC_PATH = '/v1/ai/kyc-assessment';
export const KYC_LIST_PATH = '/v1/ai/kyc-assessments';

export const PASSPORT = {
  type: 'passport',
  country: 'GB',
  number: 'X 123-456 78',
  expiry: '2098-01-31',
  fileId: SPECIMEN,
};

/** The identity of Ada Lovelace, with every field. */
export const IDENTITY = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  aliases: ['Ada Byron'],
  dateOfBirth: '1985-12-10',
  nationality: 'GB',
  address: { line1: '12 St James Square', city: 'London', postalCode: 'SW1Y', country: 'GB' },
  nationalId: 'QQ 12 34 56 C',
};

const { nationalId: _, address: __, ...OWNER } = IDENTITY;

/** A body with every field, for a person and a business at once. */
export const FULL_KYC = {
  level: 'standard',
  identity: IDENTITY,
  business: {
    legalName: 'Example Ltd',
    tradingNames: ['Example'],
    registrationNumber: '12345678',
    country: 'GB',
    beneficialOwners: [{ ...OWNER, country: 'GB', ownershipPercent: 100 }],
  },
  documents: [PASSPORT],
  selfie: { fileId: 'file-2' },
  metadata: { order: '17' },
};

/** Returns a document with an uploaded image, as production requires. */
export async function withImage<Document extends object>(
  bank: TestBank,
  key: string,
  document: Document,
): Promise<Document & { fileId: string }> {
  const shade = `#${randomUUID().slice(0, 6)}`;
  const { body } = await upload(bank, key, await makeJpeg({ shade, width: 300, height: 200 }));
  return { ...document, fileId: body.id };
}

/** A request that the sandbox approves without an operator. */
export const APPROVABLE_KYC = { identity: IDENTITY, documents: [PASSPORT] };

/** Returns the order that the API makes of a request. */
export function kycOrderOf(
  tenantId: string,
  customerId: string,
  fields: Partial<KycOrder> = {},
): KycOrder {
  return {
    tenantId,
    customerId,
    level: 'standard',
    subject: { identity: null, business: null, hasSelfie: false },
    identityMac: null,
    documents: [],
    metadata: {},
    operation: 'POST /v1/ai/kyc-assessment',
    requestHash: Buffer.alloc(32),
    cause: { actor: 'key_test', requestId: 'req_test', idempotencyKey: null },
    ...fields,
  };
}

/** Records an assessment that the rules approved, and an open one. */
export async function recordAssessments(
  ledger: Ledger,
  tenantId: string,
  customers: readonly string[],
) {
  const ids: string[] = [];
  for (const customerId of customers) {
    const documents = [makeDocumentDraft()];
    const started = await ledger.run(
      startAssessment,
      kycOrderOf(tenantId, customerId, { documents }),
    );
    ids.push(started.id);
  }
  const [approved = '', open = ''] = ids;
  const version = ledger.database.raw.prepare<[string], number>(
    'SELECT version FROM customers WHERE id = ?',
  );
  const customerVersion = version.pluck().get(customers[0] ?? '') ?? 0;
  await decideKyc(ledger, { assessmentId: approved, customerVersion });
  return { approved, open };
}

/** Runs both steps of the checks for a customer who is on no list. */
export async function decideKyc(
  ledger: Ledger,
  order: { readonly assessmentId: string; readonly customerVersion: number },
): Promise<KycState> {
  await ledger.run(screenAssessment, { ...order, hits: [], staleLists: [] });
  return ledger.run(assessKyc, { ...order, runId: 'run', readings: {}, watched: NOT_WATCHED });
}

/** Returns a stored document that belongs to this customer alone. */
export const makeDocumentDraft = (): DocumentDraft => ({
  type: 'passport',
  country: 'GB',
  numberMac: randomUUID(),
  numberLast4: '5678',
  expiresOn: '2098-01-31',
  fileId: SPECIMEN,
  issuedOn: null,
  sealedMrz: null,
});
