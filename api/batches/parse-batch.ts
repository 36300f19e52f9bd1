// Parses the bytes of a batch and checks its items: pure computation of 20 microseconds for each
// item, so a large batch is parsed on another thread (parse-worker.ts).

import { createHash } from 'node:crypto';
import type { z } from '@hono/zod-openapi';
import type { BatchDraft } from '../../db/batches/rows.ts';
import type { BatchItemDraft } from '../../db/batches/view.ts';
import type { BatchMode } from '../../ledger/batch.ts';
import { formatSortedJson } from '../../ledger/metadata.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { type Fault, parseBody, toFault } from '../kit/read-on-thread.ts';
import { requireNamedParty } from '../transactions/party.ts';
import { batchBody } from './batch-schema.ts';

export interface BatchHead {
  readonly isDry: boolean;
  readonly mode: BatchMode;
  readonly metadata: BatchDraft['metadata'];
  /** SHA-256 of the body in a canonical form. */
  readonly requestHash: Uint8Array;
  /** A fault that the schema does not find. It is reported after the faults of the request. */
  readonly objection: Fault | null;
}

/** A parsed batch with the stored JSON of each item. */
export type ParsedBatch = Fault | { readonly head: BatchHead; readonly items: string[] };

type BatchBody = z.output<typeof batchBody>;

/** @param isLive true when external parties have to be named */
export function parseBatch(bytes: ArrayBuffer, isLive: boolean): ParsedBatch {
  try {
    const body = parseBody(bytes, batchBody);
    const items = body.items.map((item) => JSON.stringify(draftOf(item)));
    const { mode, metadata = {}, dryRun: isDry = false } = body;
    const requestHash = new Uint8Array(hashOf(body, items));
    const objection = objectionTo(body, isLive);
    return { head: { isDry, mode, metadata, requestHash, objection }, items };
  } catch (error) {
    return toFault(error);
  }
}

function objectionTo({ items }: BatchBody, isLive: boolean): Fault | null {
  try {
    refuseRepeatedReferences(items);
    if (isLive) {
      for (const [index, item] of items.entries()) requireNamedParty(item, `/items/${index}`);
    }
    return null;
  } catch (error) {
    return toFault(error);
  }
}

function draftOf(item: BatchBody['items'][number]): BatchItemDraft {
  return {
    type: item.type,
    amount: item.amount,
    currency: item.currency,
    sourceAccountId: item.sourceAccountId ?? null,
    destinationAccountId: item.destinationAccountId ?? null,
    description: item.description ?? null,
    reference: item.reference,
    category: item.category ?? null,
    externalParty: item.externalParty ?? null,
    context: item.context ?? null,
    // Only metadata has to be sorted: all other fields have the order of their schema.
    metadata: formatSortedJson(item.metadata ?? {}),
  };
}

/**
 * Returns the SHA-256 of the body in a canonical form, independent of order and spacing. The JSON
 * of the items is also the one that the ledger stores.
 */
function hashOf({ mode, metadata }: BatchBody, items: readonly string[]): Buffer {
  const hash = createHash('sha256').update(
    JSON.stringify([mode, formatSortedJson(metadata ?? {})]),
  );
  for (const body of items) hash.update('\n').update(body);
  return hash.digest();
}

function refuseRepeatedReferences(items: BatchBody['items']): void {
  const seenReferences = new Set<string>();
  for (const [index, { reference }] of items.entries()) {
    if (seenReferences.has(reference)) {
      throw new Refusal('duplicate_reference', { pointer: `/items/${index}/reference` });
    }
    seenReferences.add(reference);
  }
}
