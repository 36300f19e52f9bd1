// The attributes by which operators search for workflows. Ids, states and figures only: search
// attributes are not encrypted. Plain values, because both the workflow sandbox and the client use
// them.

import type { SearchAttributePair, TypedSearchAttributes } from '@temporalio/common';
import type { BatchFacts } from '../activities/batches.ts';
import type { MoneyOutcome, TransactionState, TransferFacts } from '../activities/ledger.ts';
import type { BatchStatus } from '../ledger/batch.ts';
import type { KycAssessmentStatus, KycStage } from '../ledger/decisions/kyc.ts';
import type { ExecutionStatus } from '../ledger/execution.ts';
import type { DeploymentStatus } from '../ledger/models/deployment.ts';
import type { ScoringStatus } from '../ledger/models/scoring.ts';
import type { TrainingStatus } from '../ledger/models/training.ts';
import type { RailStatus } from '../ledger/rail.ts';
import type { OccurrenceStatus, ScheduleStatus } from '../ledger/schedule.ts';
import type { TransactionStatus } from '../ledger/transaction.ts';

type Kind = SearchAttributePair['key']['type'];

function key<K extends Kind>(name: string, type: K): { name: string; type: K } {
  return { name, type };
}

const from = key('TransactionFrom', 'KEYWORD');
const to = key('TransactionTo', 'KEYWORD');
const transactionId = key('TransactionId', 'KEYWORD');
const tenant = key('Tenant', 'KEYWORD');
const customerId = key('CustomerId', 'KEYWORD');
const accountIds = key('AccountIds', 'KEYWORD_LIST');
const currency = key('Currency', 'KEYWORD');
const amountMinor = key('AmountMinor', 'INT');
const bankState = key('BankState', 'KEYWORD');
const riskBand = key('RiskBand', 'KEYWORD');
const railStatus = key('RailStatus', 'KEYWORD');
const aboutIds = key('Ids', 'KEYWORD_LIST');
const tenants = key('Tenants', 'KEYWORD_LIST');
const dueKey = key('Due', 'DATETIME');

/**
 * Attributes of every workflow of transactions. Ids sort by time, so each id lies between first and
 * last.
 */
export function rangeAttributes(first: string, last: string): SearchAttributePair[] {
  return [
    { key: from, value: first },
    { key: to, value: last },
  ];
}

/** Temporal limits a list to 2 KB, about 60 ids. */
const MAX_LISTED = 50;

/** Attributes of a group: the range of its ids, and their owners, as far as a list holds them. */
export function groupAttributes(
  first: string,
  last: string,
  tenantIds: readonly string[],
): SearchAttributePair[] {
  const listedTenants = [...new Set(tenantIds)].slice(0, MAX_LISTED);
  return [...rangeAttributes(first, last), { key: tenants, value: listedTenants }];
}

/** The id of a workflow's record when that is not a transaction. */
export function aboutAttributes(id: string): SearchAttributePair[] {
  return [{ key: aboutIds, value: [id] }];
}

/** Attributes of a workflow of one transaction, as far as its starter knows them. */
export function singleAttributes(id: string, facts: SingleFacts | null): SearchAttributePair[] {
  const pairs: SearchAttributePair[] =
    facts === null
      ? []
      : [
          { key: tenant, value: facts.tenantId },
          { key: currency, value: facts.currency },
          { key: amountMinor, value: facts.amountMinor },
          ...(facts.customerId ? [{ key: customerId, value: facts.customerId }] : []),
          ...sidesOf(facts),
        ];
  return [...rangeAttributes(id, id), { key: transactionId, value: id }, ...pairs];
}

type SingleFacts = Pick<TransferFacts, 'tenantId' | 'customerId' | 'currency' | 'amountMinor'> &
  Pick<TransferFacts, 'sourceAccountId' | 'destinationAccountId'>;

function sidesOf({ sourceAccountId, destinationAccountId }: SingleFacts): SearchAttributePair[] {
  const sides = [sourceAccountId, destinationAccountId].filter((id) => id != null);
  return sides.length === 0 ? [] : [{ key: accountIds, value: sides }];
}

/** Attributes by which operators search for a waiting workflow. */
export function waitingAttributes(
  id: string,
  { status, facts, risk = null }: TransactionState,
): SearchAttributePair[] {
  const pairs: SearchAttributePair[] = facts
    ? [
        { key: customerId, value: facts.customerId },
        { key: accountIds, value: [...facts.accountIds] },
      ]
    : [];
  return [...singleAttributes(id, facts ?? null), ...pairs, ...outcomeAttributes({ status, risk })];
}

/** The state of the transaction, for workflows that do not simply post. */
export function stateAttributes(
  status: TransactionStatus | ExecutionStatus,
): SearchAttributePair[] {
  return [{ key: bankState, value: status }];
}

/** The state of a payment with its network, and of its transaction. */
export function railAttributes(
  status: RailStatus,
  transactionStatus: TransactionStatus,
): SearchAttributePair[] {
  return [{ key: railStatus, value: status }, ...stateAttributes(transactionStatus)];
}

/** The state of a settled transaction, and the band of its risk where it was scored. */
export function outcomeAttributes(
  outcome: Partial<Pick<MoneyOutcome, 'status' | 'risk'>> | undefined,
): SearchAttributePair[] {
  const { status, risk } = outcome ?? {};
  return [
    ...(status === undefined ? [] : stateAttributes(status)),
    ...(risk ? [{ key: riskBand, value: risk.level }] : []),
  ];
}

/** Attributes of the workflow of a scheduled payment, from its rows. */
export function scheduleAttributes(schedule: {
  /** The schedule, its next and its last occurrence, and the transaction of the last. */
  readonly ids: readonly string[];
  readonly accountIds: readonly string[];
  readonly tenantId: string;
  readonly customerId: string;
  readonly currency: string;
  readonly amountMinor: number | null;
  readonly state: ScheduleStatus | OccurrenceStatus;
  /** Milliseconds since 1970 UTC, or null when nothing is due. */
  readonly dueAt: number | null;
}): SearchAttributePair[] {
  const { dueAt } = schedule;
  return [
    { key: aboutIds, value: [...schedule.ids] },
    { key: accountIds, value: [...schedule.accountIds] },
    { key: tenant, value: schedule.tenantId },
    { key: customerId, value: schedule.customerId },
    { key: currency, value: schedule.currency },
    { key: amountMinor, value: schedule.amountMinor },
    { key: bankState, value: schedule.state },
    { key: dueKey, value: dueAt === null ? null : new Date(dueAt) },
  ] as SearchAttributePair[];
}

/**
 * Attributes of a workflow that delivers to a webhook endpoint; the workflow's id names the
 * endpoint.
 */
export function endpointAttributes(tenantId: string): SearchAttributePair[] {
  return [{ key: tenant, value: tenantId }];
}

/** Whether the endpoint answers. */
export function deliveryAttributes(state: 'delivering' | 'down'): SearchAttributePair[] {
  return [{ key: bankState, value: state }];
}

/** Attributes of the workflow of a test clock, which is that of a developer. */
export function clockAttributes(tenantId: string): SearchAttributePair[] {
  return [...endpointAttributes(tenantId), ...plainStateAttributes('moving')];
}

type ClockState = 'moving' | 'arrived';
type MailState = 'queued' | 'sent' | 'failed';
type ApplicationState = 'pending' | 'approved' | 'rejected';

/** The state of a test clock, a mail or an application. */
export function plainStateAttributes(
  state: ClockState | MailState | ApplicationState,
): SearchAttributePair[] {
  return [{ key: bankState, value: state }];
}

/** Attributes of a batch: its owner, and the range of the ids of its transactions. */
export function batchAttributes(batch: BatchFacts): SearchAttributePair[] {
  const { tenantId, firstTransactionId, lastTransactionId } = batch;
  return [
    { key: tenant, value: tenantId },
    ...rangeAttributes(firstTransactionId, lastTransactionId),
  ];
}

/** The attributes among these that a workflow does not have yet, or has with another value. */
export function changedAmong(
  pairs: readonly SearchAttributePair[],
  { typedSearchAttributes }: { readonly typedSearchAttributes: TypedSearchAttributes },
): SearchAttributePair[] {
  return pairs.filter(({ key, value }) => {
    return JSON.stringify(typedSearchAttributes.get(key as never)) !== JSON.stringify(value);
  });
}

/** The final state of a batch. */
export function batchStateAttributes(state: BatchStatus): SearchAttributePair[] {
  return [{ key: bankState, value: state }];
}

/** Attributes of the deployment of a model; the workflow's id names the deployment. */
export function deploymentAttributes(tenantId: string): SearchAttributePair[] {
  return [{ key: tenant, value: tenantId }];
}

/** The state of the deployment of a model. */
export function deploymentStateAttributes(state: DeploymentStatus): SearchAttributePair[] {
  return [{ key: bankState, value: state }];
}

/** Attributes of an identity assessment; the workflow's id names the assessment. */
export function kycAttributes(tenantId: string, customer: string): SearchAttributePair[] {
  return [
    { key: tenant, value: tenantId },
    { key: customerId, value: customer },
  ];
}

/** The stage at which an identity assessment waits, or its final status. */
export function kycStateAttributes(state: KycStage | KycAssessmentStatus): SearchAttributePair[] {
  return [{ key: bankState, value: state }];
}

/** The final state of an evaluation or of a batch of scores. */
export function scoringStateAttributes(state: ScoringStatus): SearchAttributePair[] {
  return [{ key: bankState, value: state }];
}

/** Attributes of a training; the workflow's id names the training. */
export function trainingAttributes(tenantId: string): SearchAttributePair[] {
  return [{ key: tenant, value: tenantId }];
}

/** The final state of a training. */
export function trainingStateAttributes(state: TrainingStatus): SearchAttributePair[] {
  return [{ key: bankState, value: state }];
}
