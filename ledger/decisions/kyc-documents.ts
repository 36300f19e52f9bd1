// Documents of an assessment: the required documents, and whether the submitted documents are
// acceptable. The rules open no file: the facts include the result of reading each document.

import type { DocumentCheckName, DocumentStatus, DocumentType, KycLevel } from './kyc.ts';
import type { KycCheck, KycRequirement } from './kyc-policy.ts';

/** A check of a document, with its result in words. */
export interface DocumentCheck {
  readonly name: DocumentCheckName;
  readonly result: KycCheck['result'];
  readonly detail: string;
}

/** Result of reading the files of a document. */
export interface DocumentReading {
  readonly checks: readonly DocumentCheck[];
  /** Date of birth on the document; null when it states none or was not read. */
  readonly bornOn: string | null;
}

export interface DocumentFact {
  readonly id: string;
  readonly type: DocumentType;
  readonly country: string | null;
  readonly hasNumber: boolean;
  /** True when the bank stores an image of the document. */
  readonly hasImage: boolean;
  /** True for the specimen of the sandbox, which counts as read although nobody read it. */
  readonly isSpecimen: boolean;
  /** A date such as `2030-01-31`; null when not stated. */
  readonly expiresOn: string | null;
  /** Issue date on the document; null when not stated. */
  readonly issuedOn: string | null;
  readonly status: DocumentStatus;
  readonly reading: DocumentReading | null;
}

export interface JudgedDocument {
  readonly id: string;
  readonly status: DocumentStatus;
  readonly reason: string | null;
  readonly checks: readonly DocumentCheck[];
}

interface DocumentFacts {
  readonly type: 'individual' | 'business';
  readonly level: KycLevel;
  readonly livemode: boolean;
  /** True when an identity document is required even at a level that requires no document. */
  readonly requiresDocument: boolean;
  /** True for a person who needs a guardian. */
  readonly isMinor: boolean;
  readonly nationality: string | null;
  readonly documents: readonly DocumentFact[];
  readonly today: string;
}

const IDENTITY = ['passport', 'national_id', 'drivers_license', 'residence_permit'] as const;
/** Maximum age of a proof of address in months: policy of the bank. */
const ADDRESS_MONTHS = 3;

type Requirement = Pick<KycRequirement, 'type' | 'acceptedTypes' | 'reason'>;

const IDENTITY_REQUIREMENT: Requirement = {
  type: 'identity_document',
  acceptedTypes: IDENTITY,
  reason: 'The bank verifies the identity of a person with an official document.',
};
const ADDRESS_REQUIREMENT = requirementOf(
  'proof_of_address',
  'The enhanced level requires proof of the address.',
);
const FUNDS_REQUIREMENT = requirementOf(
  'source_of_funds',
  'The enhanced level requires proof of the source of funds.',
);
const REGISTER_REQUIREMENT = requirementOf(
  'registration_certificate',
  'The bank verifies a business with its registration.',
);
const OWNERS_REQUIREMENT = requirementOf(
  'ownership_structure',
  'The bank requires proof of who owns and controls the business.',
);
const GUARDIAN_REQUIREMENT = requirementOf(
  'guardian_declaration',
  'A person under 18 needs the declaration of a guardian.',
);

/** Documents that each level requires: policy of the bank. */
const REQUIRED_DOCUMENTS: Readonly<
  Record<DocumentFacts['type'], Readonly<Record<KycLevel, readonly Requirement[]>>>
> = {
  individual: {
    simplified: [],
    standard: [IDENTITY_REQUIREMENT],
    enhanced: [IDENTITY_REQUIREMENT, ADDRESS_REQUIREMENT, FUNDS_REQUIREMENT],
  },
  business: {
    simplified: [REGISTER_REQUIREMENT],
    standard: [REGISTER_REQUIREMENT, OWNERS_REQUIREMENT],
    enhanced: [REGISTER_REQUIREMENT, OWNERS_REQUIREMENT, ADDRESS_REQUIREMENT, FUNDS_REQUIREMENT],
  },
};

function requirementOf(type: DocumentType, reason: string): Requirement {
  return { type, acceptedTypes: [type], reason };
}

/** Judges the submitted documents and lists the required documents, with the resulting check. */
export function judgeDocuments(facts: DocumentFacts): {
  readonly documents: readonly JudgedDocument[];
  readonly requiredDocuments: readonly KycRequirement[];
  readonly check: Omit<KycCheck, 'name'>;
} {
  const documents = facts.documents.map((document) => judgeDocument(document, facts));
  const requiredDocuments = listRequirements(facts).map((requirement) => ({
    ...requirement,
    status: statusOf(requirement),
  }));
  return { documents, requiredDocuments, check: checkOf(facts, documents) };

  function statusOf({ acceptedTypes }: Requirement): KycRequirement['status'] {
    const states = facts.documents.flatMap(({ type }, index) => {
      return acceptedTypes.includes(type) ? [documents[index]?.status] : [];
    });
    if (states.some((status) => status === 'received' || status === 'approved')) return 'received';
    return states.includes('invalid') ? 'invalid' : 'required';
  }
}

function listRequirements({
  type,
  level,
  requiresDocument,
  isMinor,
}: DocumentFacts): readonly Requirement[] {
  const byLevel = REQUIRED_DOCUMENTS[type][level];
  const types = requiresDocument && byLevel.length === 0 ? [IDENTITY_REQUIREMENT] : byLevel;
  return isMinor ? [...types, GUARDIAN_REQUIREMENT] : types;
}

function judgeDocument(document: DocumentFact, facts: DocumentFacts): JudgedDocument {
  const { id, status, reading } = document;
  const checks = reading?.checks ?? [];
  if (status === 'rejected' || status === 'approved') return { id, status, reason: null, checks };
  const reason = findFlaw(document, facts);
  return { id, status: reason === null ? 'received' : 'invalid', reason, checks };
}

function findFlaw(document: DocumentFact, { today, livemode }: DocumentFacts): string | null {
  const { type, expiresOn, issuedOn, hasNumber, hasImage, reading } = document;
  const isIdentityDocument = isIdentity(type);
  if (isIdentityDocument && !hasNumber) return 'number_missing';
  if (isIdentityDocument && expiresOn === null) return 'expiry_missing';
  if (expiresOn !== null && expiresOn < today) return 'expired';
  // In production a person has to be able to look at the image.
  if (livemode && !hasImage) return 'image_missing';
  if (type === 'proof_of_address') {
    if (livemode && issuedOn === null) return 'issue_date_missing';
    if (issuedOn !== null && issuedOn < monthsBefore(today, ADDRESS_MONTHS)) return 'too_old';
  }
  const failed = reading?.checks.find(({ result }) => result === 'fail');
  return failed ? `${failed.name}_failed` : null;
}

function isIdentity(type: DocumentType): boolean {
  return (IDENTITY as readonly string[]).includes(type);
}

/**
 * The same day some months earlier, as text for comparisons. The day may not exist in that month.
 */
function monthsBefore(today: string, months: number): string {
  const count = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - months;
  const month = String((count % 12) + 1).padStart(2, '0');
  return `${Math.floor(count / 12)}-${month}${today.slice(7)}`;
}

function checkOf(
  { documents, nationality }: DocumentFacts,
  judgements: readonly JudgedDocument[],
): Omit<KycCheck, 'name'> {
  if (documents.length === 0) return { result: 'not_run', detail: 'The request has no document.' };
  const soundDocuments = documents.filter((_, index) => judgements[index]?.reason === null);
  const flawed = judgements.flatMap(({ id, reason }) =>
    reason === null ? [] : [`${id} ${reason}`],
  );
  if (soundDocuments.length === 0)
    return { result: 'fail', detail: `Not acceptable: ${flawed.join(', ')}.` };
  const foreignDocuments = soundDocuments.filter(({ type, country }) => {
    const isForCitizens = type === 'passport' || type === 'national_id';
    return isForCitizens && nationality !== null && country !== null && country !== nationality;
  });
  if (foreignDocuments.length > 0) {
    const ids = foreignDocuments.map(({ id }) => id).join(', ');
    return {
      result: 'review',
      detail: `The document ${ids} is from a state other than the nationality.`,
    };
  }
  return checkReadings(soundDocuments);
}

/** The check that results from the readings of the acceptable documents. */
function checkReadings(soundDocuments: readonly DocumentFact[]): Omit<KycCheck, 'name'> {
  const doubts = soundDocuments.flatMap(({ id, reading }) =>
    (reading?.checks ?? [])
      .filter(({ result }) => result === 'review')
      .map(({ name, detail }) => `${id} ${name}: ${detail}`),
  );
  if (doubts.length > 0) return { result: 'review', detail: doubts.join(' ') };
  // No rule approves a document that nobody has read, even in the sandbox.
  const unread = soundDocuments.filter((document) => !document.isSpecimen && !isRead(document));
  if (unread.length > 0) {
    const [illegible, withoutImage] = [true, false].map((withImage) =>
      unread.filter(({ hasImage }) => hasImage === withImage).map(({ id }) => id),
    );
    const reasons = [
      ...(illegible?.length
        ? [`Nothing could be read in the image of ${illegible.join(', ')}.`]
        : []),
      ...(withoutImage?.length
        ? [`The bank has no image of ${withoutImage.join(', ')}: nobody has read it.`]
        : []),
    ];
    return { result: 'review', detail: reasons.join(' ') };
  }
  const simulated = soundDocuments.filter(({ isSpecimen }) => isSpecimen);
  if (simulated.length > 0) {
    const ids = simulated.map(({ id }) => id).join(', ');
    const detail = `Simulated: the sandbox takes the specimen ${ids} as read; nobody has read it.`;
    return { result: 'not_run', detail };
  }
  return {
    result: 'pass',
    detail: 'Each document was read by machine and agrees with the request.',
  };
}

function isRead({ reading }: DocumentFact): boolean {
  const checks = reading?.checks ?? [];
  return checks.some(({ name, result }) => name !== 'tampering' && result === 'pass');
}
