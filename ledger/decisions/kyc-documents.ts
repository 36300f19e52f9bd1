// Documents of an assessment: which are asked for, and what their metadata says. Nobody looks at a
// file here: a date, a number and a country is all that these rules see.

import type { DocumentStatus, DocumentType, KycLevel } from './kyc.ts';
import type { KycCheck, KycRequirement } from './kyc-policy.ts';

export interface DocumentFact {
  readonly id: string;
  readonly type: DocumentType;
  readonly country: string | null;
  readonly hasNumber: boolean;
  /** `2030-01-31`; null: none was given. */
  readonly expiresOn: string | null;
  readonly status: DocumentStatus;
}

export interface JudgedDocument {
  readonly id: string;
  readonly status: DocumentStatus;
  readonly reason: string | null;
}

interface Asked {
  readonly type: 'individual' | 'business';
  readonly level: KycLevel;
  readonly asksAlways: boolean;
  readonly nationality: string | null;
  readonly documents: readonly DocumentFact[];
  readonly today: string;
}

const IDENTITY = ['passport', 'national_id', 'drivers_license', 'residence_permit'] as const;

type Wanted = Pick<KycRequirement, 'type' | 'acceptedTypes' | 'reason'>;

const OF_IDENTITY: Wanted = {
  type: 'identity_document',
  acceptedTypes: IDENTITY,
  reason: 'The bank verifies the identity of a person with an official document.',
};
const OF_ADDRESS = one('proof_of_address', 'The enhanced level requires proof of the address.');
const OF_FUNDS = one(
  'source_of_funds',
  'The enhanced level requires proof of the source of funds.',
);
const OF_REGISTER = one(
  'registration_certificate',
  'The bank verifies a business with its registration.',
);
const OF_OWNERS = one(
  'ownership_structure',
  'The bank requires proof of who owns and controls the business.',
);

/** What each level asks for: policy of the bank. */
const WANTED: Readonly<Record<Asked['type'], Readonly<Record<KycLevel, readonly Wanted[]>>>> = {
  individual: {
    simplified: [],
    standard: [OF_IDENTITY],
    enhanced: [OF_IDENTITY, OF_ADDRESS, OF_FUNDS],
  },
  business: {
    simplified: [OF_REGISTER],
    standard: [OF_REGISTER, OF_OWNERS],
    enhanced: [OF_REGISTER, OF_OWNERS, OF_ADDRESS, OF_FUNDS],
  },
};

function one(type: DocumentType, reason: string): Wanted {
  return { type, acceptedTypes: [type], reason };
}

/** What is asked for, what of it is there, and the check that comes of it. */
export function documentsOf(asked: Asked): {
  readonly documents: readonly JudgedDocument[];
  readonly requiredDocuments: readonly KycRequirement[];
  readonly check: Omit<KycCheck, 'name'>;
} {
  const documents = asked.documents.map((document) => judged(document, asked));
  const byLevel = WANTED[asked.type][asked.level];
  const wanted = asked.asksAlways && byLevel.length === 0 ? [OF_IDENTITY] : byLevel;
  const requiredDocuments = wanted.map((want) => ({ ...want, status: statusOf(want) }));
  return { documents, requiredDocuments, check: checkOf(asked, documents) };

  function statusOf({ acceptedTypes }: Wanted): KycRequirement['status'] {
    const states = asked.documents.flatMap(({ type }, index) => {
      return acceptedTypes.includes(type) ? [documents[index]?.status] : [];
    });
    if (states.some((status) => status === 'received' || status === 'approved')) return 'received';
    return states.includes('invalid') ? 'invalid' : 'required';
  }
}

function judged(document: DocumentFact, { today }: Asked): JudgedDocument {
  const { id, status } = document;
  if (status === 'rejected' || status === 'approved') return { id, status, reason: null };
  const reason = flawOf(document, today);
  return { id, status: reason === null ? 'received' : 'invalid', reason };
}

function flawOf({ type, expiresOn, hasNumber }: DocumentFact, today: string): string | null {
  const isIdentity = (IDENTITY as readonly string[]).includes(type);
  if (isIdentity && !hasNumber) return 'number_missing';
  if (isIdentity && expiresOn === null) return 'expiry_missing';
  return expiresOn !== null && expiresOn < today ? 'expired' : null;
}

function checkOf(
  { documents, nationality }: Asked,
  judgements: readonly JudgedDocument[],
): Omit<KycCheck, 'name'> {
  if (documents.length === 0) {
    return {
      result: 'not_run',
      detail: 'The request has no document, and no provider is configured.',
    };
  }
  const sound = documents.filter((_, index) => judgements[index]?.reason === null);
  const flawed = judgements.flatMap(({ id, reason }) =>
    reason === null ? [] : [`${id} ${reason}`],
  );
  if (sound.length === 0) return { result: 'fail', detail: `Metadata: ${flawed.join(', ')}.` };
  const foreign = sound.filter(({ type, country }) => {
    const isOfState = type === 'passport' || type === 'national_id';
    return isOfState && nationality !== null && country !== null && country !== nationality;
  });
  if (foreign.length > 0) {
    const ids = foreign.map(({ id }) => id).join(', ');
    return {
      result: 'review',
      detail: `Metadata: the document ${ids} is from a state other than the nationality.`,
    };
  }
  const detail = 'The metadata is consistent. No provider is configured that examines the file.';
  return { result: 'not_run', detail };
}
