// KYC assessments: levels, statuses, document types, checks and events.

export const KYC_LEVELS = ['simplified', 'standard', 'enhanced'] as const;
export type KycLevel = (typeof KYC_LEVELS)[number];

/** Why an assessment began. */
export const KYC_OCCASIONS = ['request', 'periodic_review'] as const;
export type KycOccasion = (typeof KYC_OCCASIONS)[number];

export const KYC_STATUSES = ['pending', 'completed', 'failed'] as const;
export type KycAssessmentStatus = (typeof KYC_STATUSES)[number];

/** Stage of an assessment; `done` when it is completed or failed. */
export const KYC_STAGES = ['checking', 'awaiting_documents', 'manual_review', 'done'] as const;
export type KycStage = (typeof KYC_STAGES)[number];

/** `review`: a person has to decide. */
export const KYC_DECISIONS = ['approve', 'review', 'reject'] as const;
export type KycVerdict = (typeof KYC_DECISIONS)[number];

export const RISK_LEVELS = ['low', 'medium', 'high', 'prohibited'] as const;
export type CustomerRisk = (typeof RISK_LEVELS)[number];

export const DOCUMENT_TYPES = [
  'passport',
  'national_id',
  'drivers_license',
  'residence_permit',
  'proof_of_address',
  'source_of_funds',
  'registration_certificate',
  'ownership_structure',
  'guardian_declaration',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const DOCUMENT_STATUSES = ['received', 'invalid', 'approved', 'rejected'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** Checks of each document. */
export const DOCUMENT_CHECKS = ['mrz', 'barcode', 'tampering'] as const;
export type DocumentCheckName = (typeof DOCUMENT_CHECKS)[number];

export const CHECKS = [
  'document',
  'face_match',
  'liveness',
  'address',
  'sanctions',
  'pep',
  'adverse_media',
  'duplicate',
] as const;
export type CheckName = (typeof CHECKS)[number];
export const CHECK_RESULTS = [
  'pass',
  'fail',
  'review',
  'not_run',
  'not_configured',
  'error',
] as const;

export const FACTOR_CATEGORIES = [
  'customer',
  'geography',
  'product',
  'channel',
  'transaction',
] as const;

/** Why an assessment failed, which is not a denial. */
export const KYC_FAILURES = ['check_failed', 'documents_not_received'] as const;
export type KycFailure = (typeof KYC_FAILURES)[number];

/** Days within which requested documents have to be submitted: policy of the bank. */
export const DOCUMENT_DAYS = 30;
/** Maximum number of documents of one assessment. */
export const MAX_DOCUMENTS = 40;

/**
 * The outcome that a customer's name requests in the sandbox, so that clients can test each one;
 * null when it requests none.
 */
export function sandboxOutcome(
  name: string,
): 'denied' | 'manual_review' | 'awaiting_documents' | null {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  if (words.includes('denied')) return 'denied';
  if (words.includes('review')) return 'manual_review';
  return words.includes('documents') ? 'awaiting_documents' : null;
}

/** `fileId` of a document that the sandbox treats as read; not valid in production. */
export const SPECIMEN = 'specimen';

/** The business events of assessments, part of the catalogue in event.ts. */
export const KYC_EVENTS = [
  { type: 'kyc.assessment.created', object: 'kyc_assessment', when: 'An assessment has begun.' },
  {
    type: 'kyc.assessment.updated',
    object: 'kyc_assessment',
    when: 'An assessment waits for documents or for a person, or documents were submitted.',
  },
  {
    type: 'kyc.assessment.completed',
    object: 'kyc_assessment',
    when: 'An assessment ended with an approval or a rejection.',
  },
  {
    type: 'kyc.assessment.failed',
    object: 'kyc_assessment',
    when: 'An assessment failed: a check broke, or documents were not submitted in time.',
  },
] as const;
