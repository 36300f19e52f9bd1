// A screening hit as its reviewer sees it: the entry of the list beside the person that the bank
// knows, field by field, and earlier decisions about the same entry.

import { z } from '@hono/zod-openapi';
import {
  COMPARED_FIELDS,
  COMPARISONS,
  compareWithEntry,
  type KnownSubject,
} from '../../../ai/screening/compare-entry.ts';
import type { Screener } from '../../../ai/screening/screener.ts';
import { documentsOfCustomers } from '../../../db/kyc/reads.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { decidedBefore } from '../../../db/screening/reads.ts';
import type { ScreeningHitView } from '../../../db/screening/view.ts';
import { findTransactions } from '../../../db/transactions/reads.ts';
import { timestampSchema } from '../../kit/schemas.ts';
import { screeningHitSchema } from '../../screening/hit-schema.ts';
import { readSubjects, type Subject, subjectSchema } from '../customers/subject.ts';

const entrySchema = z
  .object({
    title: z.string().openapi({ description: 'Title of the list.' }),
    source: z.string(),
    licence: z.string(),
    listAsOf: z.string().nullable(),
    listRetrievedAt: z.string().nullable(),
    url: z.string().nullable().openapi({
      description: 'Where the publisher shows the entry; null: it has no such page.',
    }),
    remarks: z.string().nullable().openapi({
      description: 'The remarks of the list; null when its file has none.',
    }),
    weakAliases: z.array(z.string()),
  })
  .openapi('ScreeningEntry');

export const shownHitSchema = screeningHitSchema
  .extend({
    customer: subjectSchema.nullable().openapi({
      description: 'The customer of the bank whom the hit is about, or who pays or is paid.',
    }),
    party: z.record(z.string(), z.unknown()).nullable().openapi({
      description: 'The external party, as the first payment names it; null: about the customer.',
    }),
    entry: entrySchema.nullable().openapi({
      description: 'The current entry of the list; null when the list no longer contains it.',
    }),
    comparison: z.array(
      z.object({
        field: z.enum(COMPARED_FIELDS),
        ours: z.array(z.string()),
        theirs: z.array(z.string()),
        result: z.enum(COMPARISONS).openapi({
          description: '`not_stated` by one side or both: it speaks for neither.',
        }),
        detail: z.string(),
      }),
    ),
    decidedBefore: z
      .array(
        z.object({
          hitId: z.string(),
          customerId: z.string(),
          screenedName: z.string(),
          decision: z.enum(['no_hit', 'confirmed_hit']),
          decidedBy: z.string(),
          reason: z.string(),
          decidedAt: timestampSchema,
        }),
      )
      .openapi({ description: 'Decisions about the same entry for any customer, at most 20.' }),
  })
  .openapi('ScreeningHitDesk');

type Party = Readonly<Record<string, unknown>> | null;

/** Returns the hits with their comparisons. Called within one read of the database. */
export function addComparisons(
  ledger: Ledger,
  screener: Screener,
  hits: readonly ScreeningHitView[],
) {
  const customerIds = hits.map(({ customerId }) => customerId);
  const customerOf = readSubjects(ledger, customerIds);
  const documentsOf = documentsOfCustomers(ledger, customerIds);
  const transactionIds = hits.flatMap(({ transactionId }) => transactionId ?? []);
  const payments = findTransactions(ledger, [...new Set(transactionIds)]);
  const parties = new Map(payments.map((payment) => [payment.id, payment.externalParty]));
  return hits.map((hit) => {
    const customer = customerOf(hit.customerId);
    const party = hit.subject === 'customer' ? null : findParty(parties, hit);
    const entry = screener.entryOf(hit.list, hit.entityId);
    const list = screener.lists.find(({ code }) => code === hit.list);
    const subject = hit.subject === 'customer' ? describeCustomer() : describeParty(hit, party);
    return {
      ...hit,
      customer,
      party,
      entry:
        entry === null || list === undefined
          ? null
          : {
              title: list.title,
              source: list.source,
              licence: list.licence,
              listAsOf: list.asOf,
              listRetrievedAt: list.retrievedAt,
              url: findOfficialPage(hit),
              remarks: entry.remarks ?? null,
              weakAliases: [...entry.weakAliases],
            },
      comparison:
        entry === null
          ? []
          : compareWithEntry(subject, entry, hit.matchedName).map(({ ours, theirs, ...field }) => ({
              ...field,
              ours: [...ours],
              theirs: [...theirs],
            })),
      decidedBefore: decidedBefore(ledger, hit),
    };

    function describeCustomer(): KnownSubject {
      return {
        name: hit.screenedName,
        type: customer?.type ?? null,
        dateOfBirth: customer?.dateOfBirth ?? null,
        countries: countriesOf(customer),
        documents: documentsOf(hit.customerId).map(({ type, country, numberLast4 }) => ({
          text: [type, numberLast4 && `…${numberLast4}`, country].filter(Boolean).join(' '),
          numberLast4,
        })),
      };
    }
  });
}

/** Returns the external party of the hit's payment, or null when the hit is about another name. */
function findParty(parties: ReadonlyMap<string, Party>, hit: ScreeningHitView): Party {
  const party = parties.get(hit.transactionId ?? '') ?? null;
  return party?.name === hit.screenedName ? party : null;
}

function describeParty({ screenedName: name }: ScreeningHitView, party: Party): KnownSubject {
  const country = party?.country;
  const countries = typeof country === 'string' ? [country] : [];
  return { name, type: null, dateOfBirth: null, countries, documents: [] };
}

function countriesOf(customer: Subject | null): string[] {
  const all = [customer?.country, customer?.address?.country];
  return [...new Set(all.filter((text) => typeof text === 'string'))];
}

function findOfficialPage({ list, entityId }: ScreeningHitView): string | null {
  if (list !== 'ofac_sdn' && list !== 'ofac_consolidated') return null;
  return `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${encodeURIComponent(entityId)}`;
}
