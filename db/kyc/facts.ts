// Collects the ledger's facts about a customer for an identity assessment, in the same transaction
// that writes the outcome.

import { isPartOfName, isSameName } from '../../ai/names/documents.ts';
import { FATF } from '../../ledger/decisions/fatf.ts';
import { SPECIMEN } from '../../ledger/decisions/kyc.ts';
import type { DocumentFact, DocumentReading } from '../../ledger/decisions/kyc-documents.ts';
import type { OwnerFact } from '../../ledger/decisions/kyc-owners.ts';
import type { KycFacts } from '../../ledger/decisions/kyc-policy.ts';
import type { WatchAnswers } from '../../ledger/decisions/kyc-watch.ts';
import { firstIdAt } from '../../ledger/id.ts';
import type { CustomerRow } from '../customers/view.ts';
import type { Tx } from '../kernel/tx.ts';
import type { KycOwner, KycSubject } from './acts.ts';
import type { KycAssessmentRow, KycDocumentRow } from './view.ts';

interface Subject {
  readonly row: KycAssessmentRow;
  readonly customer: CustomerRow;
  readonly documents: readonly KycDocumentRow[];
  readonly livemode: boolean;
  /** Names of which a part could be compared with no list. */
  readonly unreadNames: readonly string[];
  /** Sanctions lists that were too old to rely on, each with its date. */
  readonly staleLists: readonly string[];
  readonly readings: Readonly<Record<string, DocumentReading>>;
  readonly watched: WatchAnswers;
  /** The developer's time and the bank's, in milliseconds since 1970 UTC. */
  readonly time: { readonly now: number; readonly real: number };
}

/** The most other customers that a check lists. */
const MAX_NAMED = 5;
/** The most customers with the same date of birth that one check for duplicates reads. */
const MAX_SAME_BIRTHDAY = 1_000;
const MAX_ACCOUNTS = 50;
const MAX_PAYMENTS = 500;
const ACTIVITY_PERIOD_MS = 90 * 24 * 60 * 60 * 1000;

const HITS =
  'SELECT status, count(*) AS hits FROM screening_hits WHERE customer_id = ? GROUP BY status';
const SAME_BIRTHDAY = `SELECT id, name FROM customers INDEXED BY customers_by_birth
     WHERE tenant_id = ? AND date_of_birth = ? AND id <> ? LIMIT ?`;
const SAME_IDENTITY = `SELECT DISTINCT customer_id FROM kyc_assessments INDEXED BY kyc_assessments_by_identity
       WHERE tenant_id = ? AND identity_mac = ? AND customer_id <> ? LIMIT ?`;
const SAME_DOCUMENT = `SELECT DISTINCT customer_id FROM kyc_documents INDEXED BY kyc_documents_by_number
       WHERE tenant_id = ? AND number_mac = ? AND customer_id <> ? LIMIT ?`;
const FILE_EXISTS = 'SELECT 1 FROM kyc_files WHERE id = ? AND customer_id = ?';
const HITS_BY_NAME = `SELECT screened_name AS name, status, count(*) AS hits FROM screening_hits
     WHERE customer_id = ? GROUP BY screened_name, status`;
const ACCOUNTS_BY_CUSTOMER = `SELECT id, currency FROM accounts INDEXED BY accounts_by_customer
     WHERE customer_id = ? ORDER BY id LIMIT ?`;

const LISTED_COUNTRIES = FATF.callForAction.map((code) => `'${code}'`).join(', ');
const [PAYMENTS_OUT, PAYMENTS_IN] = ['source', 'destination'].map(
  (side) => `SELECT count(*) AS payments, coalesce(sum(party ->> 'method' = 'cash'), 0) AS cash,
     coalesce(sum(party ->> 'country' IN (${LISTED_COUNTRIES})), 0) AS highRisk FROM (
       SELECT external_party AS party FROM transactions INDEXED BY transactions_by_${side}
       WHERE ${side}_account_id = ? AND id >= ? AND +status = 'posted'
         AND created_at >= ?
       ORDER BY id DESC LIMIT ?)`,
) as [string, string];

interface Payments {
  readonly payments: number;
  readonly cash: number;
  readonly highRisk: number;
}

function duplicatesOf(tx: Tx, { row, customer, documents }: Subject, dateOfBirth: string | null) {
  const { tenantId, id } = customer;
  const sameBirth =
    dateOfBirth === null
      ? []
      : tx.all<{ id: string; name: string }>(
          SAME_BIRTHDAY,
          tenantId,
          dateOfBirth,
          id,
          MAX_SAME_BIRTHDAY,
        );
  const duplicates = [
    ...sameBirth
      .filter((person) => isSameName(person.name, customer.name))
      .map((person) => person.id),
    ...tx.values<string>(SAME_IDENTITY, tenantId, row.identityMac, id, MAX_NAMED),
    ...documents.flatMap(({ numberMac }) => {
      return tx.values<string>(SAME_DOCUMENT, tenantId, numberMac, id, MAX_NAMED);
    }),
  ];
  return [...new Set(duplicates)].sort().slice(0, MAX_NAMED);
}

function activityOf(tx: Tx, customerId: string, { now, real }: Subject['time']) {
  const accounts = tx.all<{ id: string; currency: string }>(
    ACCOUNTS_BY_CUSTOMER,
    customerId,
    MAX_ACCOUNTS,
  );
  // Ids are dated by a clock that is at most as far ahead of real time as `now` is.
  const from = firstIdAt('transaction', real - ACTIVITY_PERIOD_MS);
  const sums = { payments: 0, cash: 0, highRisk: 0 };
  for (const { id } of accounts) {
    for (const payments of [PAYMENTS_OUT, PAYMENTS_IN]) {
      const paid = tx.get<Payments>(payments, id, from, now - ACTIVITY_PERIOD_MS, MAX_PAYMENTS);
      sums.payments += paid?.payments ?? 0;
      sums.cash += paid?.cash ?? 0;
      sums.highRisk += paid?.highRisk ?? 0;
    }
  }
  return { ...sums, currencies: new Set(accounts.map(({ currency }) => currency)).size };
}

/** Returns the facts about a customer for an identity assessment. */
export function kycFacts(tx: Tx, subject: Subject): KycFacts {
  const { row, customer, documents, livemode, time, readings, watched } = subject;
  const { unreadNames, staleLists } = subject;
  const { identity, business, hasSelfie } = JSON.parse(row.subject) as KycSubject;
  const dateOfBirth = customer.dateOfBirth ?? identity?.dateOfBirth ?? null;
  const countByStatus = new Map(
    tx
      .all<{ status: string; hits: number }>(HITS, customer.id)
      .map((row) => [row.status, row.hits]),
  );
  return {
    level: row.level,
    livemode,
    type: customer.type,
    name: customer.name,
    countries: countriesOf(customer, identity?.country ?? business?.country ?? null),
    nationality: identity?.nationality ?? null,
    differingFields: differencesOf(customer, { identity, business }),
    owners: (business?.owners ?? []).map((owner) => {
      return ownerOf(owner, tx.all<NamedHits>(HITS_BY_NAME, customer.id), unreadNames);
    }),
    watched,
    hasSelfie,
    hits: {
      pending: countByStatus.get('pending') ?? 0,
      confirmed: countByStatus.get('confirmed_hit') ?? 0,
    },
    duplicates: duplicatesOf(tx, subject, dateOfBirth),
    isUnread: isOwnUnread(unreadNames, business?.owners ?? []),
    staleLists,
    documents: documents.map((document) => documentOf(tx, document, subject)),
    activity: activityOf(tx, customer.id, time),
    bornOn: customer.type === 'individual' ? latestBirthDate(dateOfBirth, readings) : null,
    today: new Date(time.now).toISOString().slice(0, 10),
  };
}

function documentOf(
  tx: Tx,
  { numberMac, ...document }: KycDocumentRow,
  { livemode, readings }: Pick<Subject, 'livemode' | 'readings'>,
): DocumentFact {
  const hasImage = tx.get(FILE_EXISTS, document.fileId, document.customerId) !== undefined;
  const isSpecimen = !livemode && document.fileId === SPECIMEN;
  const reading = readings[document.id] ?? null;
  return { ...document, hasNumber: !!numberMac, hasImage, isSpecimen, reading };
}

/** True when a name of the customer itself, not only of an owner, could not be compared. */
function isOwnUnread(unreadNames: readonly string[], owners: readonly KycOwner[]): boolean {
  const ofOwners = new Set(owners.flatMap(({ name, aliases }) => [name, ...aliases]));
  return unreadNames.some((name) => !ofOwners.has(name));
}

interface NamedHits {
  readonly name: string;
  readonly status: string;
  readonly hits: number;
}

function ownerOf(
  owner: KycOwner,
  hits: readonly NamedHits[],
  unreadNames: readonly string[],
): OwnerFact {
  const names = [owner.name, ...owner.aliases];
  const countOf = (status: string) =>
    hits
      .filter((hit) => hit.status === status && names.includes(hit.name))
      .reduce((sum, { hits }) => sum + hits, 0);
  return {
    percent: owner.percent,
    bornOn: owner.dateOfBirth,
    country: owner.country,
    hits: { pending: countOf('pending'), confirmed: countOf('confirmed_hit') },
    isUnread: names.some((name) => unreadNames.includes(name)),
  };
}

/**
 * Returns the latest date of birth among the statement and the documents, to detect a possible
 * minor.
 */
function latestBirthDate(statedDate: string | null, readings: Subject['readings']): string | null {
  const read = Object.values(readings).map(({ bornOn }) => bornOn);
  return (
    [statedDate, ...read]
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null
  );
}

function countriesOf(customer: CustomerRow, issuer: string | null): string[] {
  const address = customer.address === null ? {} : (JSON.parse(customer.address) as object);
  const residence = 'country' in address ? (address.country as string) : null;
  const countries = [customer.country, residence, issuer].filter(
    (country) => typeof country === 'string',
  );
  return [...new Set(countries)].sort();
}

function differencesOf(
  customer: CustomerRow,
  { identity, business }: Pick<KycSubject, 'identity' | 'business'>,
): KycFacts['differingFields'] {
  const name = identity?.name ?? business?.name;
  const bornOn = identity?.dateOfBirth ?? null;
  const areBothStated = bornOn !== null && customer.dateOfBirth !== null;
  return [
    ...(name !== undefined && !isPartOfName(name, customer.name) ? ['name' as const] : []),
    ...(areBothStated && bornOn !== customer.dateOfBirth ? ['date_of_birth' as const] : []),
  ];
}
