// The sweeps that ensure that each object with a workflow of its own has one until it is finished.

import { WorkflowNotFoundError } from '@temporalio/client';
import { type ConfiguredAddresses, orderDeployments } from '../../db/chain/contract-addresses.ts';
import { listOpenKyc, type OpenKyc } from '../../db/kyc/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import { listOpenRails, listUnsent } from '../../db/rails/reads.ts';
import { listTransferFacts } from '../../db/transactions/reads.ts';
import { chainSignerId } from '../../ledger/workflow-id.ts';
import { CHECK_AGAIN } from '../../workflows/messages.ts';
import {
  ensureWorkflows,
  type RecordKind,
  type SubjectOf,
  signalWorkflow,
  type WorkflowTarget,
} from '../../workflows/record-workflows.ts';
import type { Pass } from './sweep-parts.ts';

interface Order {
  /** The id after which the pass continues. */
  readonly after: string;
  /** Milliseconds since 1970 UTC; younger objects are still being started by their process. */
  readonly acceptedBefore: number;
  readonly limit: number;
}

/** A kind of objects to sweep. */
interface Work<Row> {
  /** Maximum number of objects in one pass. */
  readonly perPass: number;
  /** Lists objects that are not finished. */
  readonly list: (ledger: Ledger, order: Order) => readonly Row[] | Promise<readonly Row[]>;
}

/** Returns the pass for a kind, which ensures that each object has a workflow. */
export function sweepOf<Kind extends RecordKind>(
  ledger: Ledger,
  target: WorkflowTarget,
  { kind, ...work }: Work<SubjectOf<Kind>> & { readonly kind: Kind },
): Pass {
  return sweepWith(ledger, work, (subjects) => ensureWorkflows(target, kind, subjects));
}

function sweepWith<Row extends string | object>(
  ledger: Ledger,
  { perPass, list }: Work<Row>,
  ensure: (subjects: readonly Row[]) => Promise<void>,
): Pass {
  let after = '';
  return async (leaseMs) => {
    const order = { after, acceptedBefore: Date.now() - leaseMs, limit: perPass };
    const subjects = await list(ledger, order);
    after = subjects.length < perPass ? '' : idOf(subjects.at(-1));
    await ensure(subjects);
    return subjects.length;
  };
}

function idOf(subject: string | { readonly id: string } | undefined | object): string {
  if (typeof subject === 'string') return subject;
  return subject && 'id' in subject ? String(subject.id) : '';
}

/** Maximum payments in one pass that are not submitted yet; they come before submitted ones. */
const UNSENT_PER_PASS = 64;
/** Maximum submitted payments in one pass; 10,000 take five minutes. */
const OPEN_PER_PASS = 64;

/** Returns the pass for payments on networks. */
export function railSweep(ledger: Ledger, target: WorkflowTarget): Pass {
  const start = async (ids: readonly string[]) => {
    await ensureWorkflows(target, 'railPayment', await listTransferFacts(ledger, ids));
  };
  const open = sweepWith(ledger, { perPass: OPEN_PER_PASS, list: listOpenRails }, start);
  return async (leaseMs) => {
    const before = Date.now() - leaseMs;
    const unsent = await listUnsent(ledger, { before, limit: UNSENT_PER_PASS });
    await start(unsent);
    return unsent.length + (await open(leaseMs));
  };
}

/** Maximum remembered assessments; beyond it all are signalled once more, which is harmless. */
const MAX_REPORTED = 1_000;

/** Returns the pass for KYC assessments. */
export function kycSweep(ledger: Ledger, target: WorkflowTarget): Pass {
  const reportedCounts = new Map<string, number>();
  // The process that moved an assessment to `checking` may have died before it signalled the
  // workflow, which would otherwise check again within the hour. Signals once for each version.
  const isUnreported = ({ id, stage, version }: OpenKyc) =>
    stage === 'checking' && reportedCounts.get(id) !== version;
  return sweepWith(ledger, { perPass: 8, list: listOpenKyc }, async (subjects) => {
    const changed = subjects.filter(isUnreported);
    for (const subject of changed) {
      await signalWorkflow(target, 'kyc', subject);
      if (reportedCounts.size >= MAX_REPORTED) reportedCounts.clear();
      reportedCounts.set(subject.id, subject.version);
    }
    await ensureWorkflows(
      target,
      'kyc',
      subjects.filter((subject) => !changed.includes(subject)),
    );
  });
}

/**
 * Returns the step that orders the deployment of every registered contract that the chain lacks.
 * @param addresses null when this process has no chain
 */
export function contractSweep(
  ledger: Ledger,
  target: WorkflowTarget,
  addresses: ConfiguredAddresses | null,
): () => Promise<void> {
  return async () => {
    if (addresses === null || (await orderDeployments(ledger, addresses)) === 0) return;
    const signer = target.client.workflow.getHandle(chainSignerId(ledger.taskQueue));
    await signer.signal(CHECK_AGAIN).catch((error: unknown) => {
      // The sweeper also starts the signer, which then reads the orders by itself.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
  };
}
