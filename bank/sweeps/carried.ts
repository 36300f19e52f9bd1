// What the sweeper does for everything that a workflow carries: each that is not over has one.

import { WorkflowNotFoundError } from '@temporalio/client';
import { type ConfiguredAddresses, orderDeployments } from '../../db/chain/contract-addresses.ts';
import { listOpenKyc, type OpenKyc } from '../../db/kyc/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import { listOpenRails, listUnsent } from '../../db/rails/reads.ts';
import { listTransferFacts } from '../../db/transactions/reads.ts';
import { chainSignerId } from '../../ledger/workflow-id.ts';
import {
  type CarriedKind,
  ensureEach,
  nudge,
  type Place,
  type SubjectOf,
} from '../../workflows/carried.ts';
import { CHECK_AGAIN } from '../../workflows/messages.ts';
import type { Pass } from './swept.ts';

interface Order {
  /** Behind this id: a pass goes on where the one before it ended. */
  readonly after: string;
  /** Milliseconds since 1970 UTC: what is younger is in the hands of its starter. */
  readonly acceptedBefore: number;
  readonly limit: number;
}

/** Work that is swept. */
interface Work<Row> {
  /** How much of it is looked at in one pass, in turn. */
  readonly perPass: number;
  /** What of it is not over. */
  readonly list: (ledger: Ledger, order: Order) => readonly Row[] | Promise<readonly Row[]>;
}

/** Returns one pass over a kind, which makes sure that each has a workflow. */
export function sweepOf<Kind extends CarriedKind>(
  ledger: Ledger,
  place: Place,
  { kind, ...work }: Work<SubjectOf<Kind>> & { readonly kind: Kind },
): Pass {
  return sweepWith(ledger, work, (found) => ensureEach(place, kind, found));
}

function sweepWith<Row extends string | object>(
  ledger: Ledger,
  { perPass, list }: Work<Row>,
  make: (found: readonly Row[]) => Promise<void>,
): Pass {
  let after = '';
  return async (leaseMs) => {
    const order = { after, acceptedBefore: Date.now() - leaseMs, limit: perPass };
    const found = await list(ledger, order);
    after = found.length < perPass ? '' : idOf(found.at(-1));
    await make(found);
    return found.length;
  };
}

function idOf(subject: string | { readonly id: string } | undefined | object): string {
  if (typeof subject === 'string') return subject;
  return subject && 'id' in subject ? String(subject.id) : '';
}

/** Payments that no network was given come before those on their way. */
const UNSENT_PER_PASS = 64;
/** 10,000 that wait for their network take five minutes. */
const OPEN_PER_PASS = 64;

export function railSweep(ledger: Ledger, place: Place): Pass {
  const start = async (ids: readonly string[]) => {
    await ensureEach(place, 'railPayment', await listTransferFacts(ledger, ids));
  };
  const open = sweepWith(ledger, { perPass: OPEN_PER_PASS, list: listOpenRails }, start);
  return async (leaseMs) => {
    const before = Date.now() - leaseMs;
    const unsent = await listUnsent(ledger, { before, limit: UNSENT_PER_PASS });
    await start(unsent);
    return unsent.length + (await open(leaseMs));
  };
}

/** Remembered as reported; after so many all are reported once more, which is harmless. */
const MOST_REPORTED = 1_000;

export function kycSweep(ledger: Ledger, place: Place): Pass {
  const reported = new Map<string, number>();
  // One that is to be checked may not know it: the mover of its row may have died before the
  // message to the workflow, which else looks again within the hour. Once for each move.
  const isNews = ({ id, stage, version }: OpenKyc) =>
    stage === 'checking' && reported.get(id) !== version;
  return sweepWith(ledger, { perPass: 8, list: listOpenKyc }, async (found) => {
    const moved = found.filter(isNews);
    for (const one of moved) {
      await nudge(place, 'kyc', one);
      if (reported.size >= MOST_REPORTED) reported.clear();
      reported.set(one.id, one.version);
    }
    await ensureEach(
      place,
      'kyc',
      found.filter((one) => !moved.includes(one)),
    );
  });
}

/**
 * Every contract of the registry, on the chain that is there now.
 * @param addresses null when this process sends nothing to a chain
 */
export function contractSweep(
  ledger: Ledger,
  place: Place,
  addresses: ConfiguredAddresses | null,
): () => Promise<void> {
  return async () => {
    if (addresses === null || (await orderDeployments(ledger, addresses)) === 0) return;
    const signer = place.client.workflow.getHandle(chainSignerId(ledger.taskQueue));
    await signer.signal(CHECK_AGAIN).catch((error: unknown) => {
      // It is started by the sweeper as well, and looks at the orders by itself.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
  };
}
