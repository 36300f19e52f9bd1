// What operators search transfer workflows by. Ids, states and figures only: search attributes are
// not encrypted. Plain values, because both the sandbox of the workflows and the client use them.

import type { SearchAttributePair } from '@temporalio/common';
import type { BatchFacts } from '../activities/batches.ts';
import type { MoneyOutcome, Standing, TransferFacts } from '../activities/ledger.ts';
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
const due = key('Due', 'DATETIME');

/** Of every workflow of transactions: ids sort by time, so each lies between first and last. */
export function rangeAttributes(first: string, last: string): SearchAttributePair[] {
  return [
    { key: from, value: first },
    { key: to, value: last },
  ];
}

/** A list holds 2 KB, some 60 ids. */
const MOST_LISTED = 50;

/** Of a group: the range of its ids, and whose they are, as far as a list holds them. */
export function groupAttributes(
  first: string,
  last: string,
  tenantIds: readonly string[],
): SearchAttributePair[] {
  const listed = [...new Set(tenantIds)].slice(0, MOST_LISTED);
  return [...rangeAttributes(first, last), { key: tenants, value: listed }];
}

/** What a workflow of its own is about, when that is no transaction. */
export function aboutAttributes(id: string): SearchAttributePair[] {
  return [{ key: aboutIds, value: [id] }];
}

/** Of a workflow that carries one transaction, as far as its starter knows it. */
export function singleAttributes(id: string, facts: SingleFacts | null): SearchAttributePair[] {
  const known: SearchAttributePair[] =
    facts === null
      ? []
      : [
          { key: tenant, value: facts.tenantId },
          { key: currency, value: facts.currency },
          { key: amountMinor, value: facts.amountMinor },
          ...(facts.customerId ? [{ key: customerId, value: facts.customerId }] : []),
          ...sidesOf(facts),
        ];
  return [...rangeAttributes(id, id), { key: transactionId, value: id }, ...known];
}

type SingleFacts = Pick<TransferFacts, 'tenantId' | 'customerId' | 'currency' | 'amountMinor'> &
  Pick<TransferFacts, 'sourceAccountId' | 'destinationAccountId'>;

function sidesOf({ sourceAccountId, destinationAccountId }: SingleFacts): SearchAttributePair[] {
  const sides = [sourceAccountId, destinationAccountId].filter((id) => id != null);
  return sides.length === 0 ? [] : [{ key: accountIds, value: sides }];
}

/** Of a workflow that waits: the attributes by which operators search for it. */
export function waitingAttributes(
  id: string,
  { status, facts, risk = null }: Standing,
): SearchAttributePair[] {
  const known: SearchAttributePair[] = facts
    ? [
        { key: customerId, value: facts.customerId },
        { key: accountIds, value: [...facts.accountIds] },
      ]
    : [];
  return [...singleAttributes(id, facts ?? null), ...known, ...outcomeAttributes({ status, risk })];
}

/** Where the transaction stands, for workflows that do not simply post. */
export function stateAttributes(
  status: TransactionStatus | ExecutionStatus,
): SearchAttributePair[] {
  return [{ key: bankState, value: status }];
}

/** Where a payment stands with its network, and its transaction. */
export function railAttributes(
  status: RailStatus,
  transactionStatus: TransactionStatus,
): SearchAttributePair[] {
  return [{ key: railStatus, value: status }, ...stateAttributes(transactionStatus)];
}

/** How a transaction stands that was settled, and the band of its risk where it was judged. */
export function outcomeAttributes(
  outcome: Partial<Pick<MoneyOutcome, 'status' | 'risk'>> | undefined,
): SearchAttributePair[] {
  const { status, risk } = outcome ?? {};
  return [
    ...(status === undefined ? [] : stateAttributes(status)),
    ...(risk ? [{ key: riskBand, value: risk.level }] : []),
  ];
}

/** Of the workflow of a scheduled payment, as its rows stand. */
export function scheduleAttributes(of: {
  /** The schedule, its next and its last occurrence, and the transaction of the last. */
  readonly ids: readonly string[];
  readonly accountIds: readonly string[];
  readonly tenantId: string;
  readonly customerId: string;
  readonly currency: string;
  readonly amountMinor: number | null;
  readonly state: ScheduleStatus | OccurrenceStatus;
  /** Milliseconds since 1970 UTC; null: nothing is due. */
  readonly dueAt: number | null;
}): SearchAttributePair[] {
  const { dueAt } = of;
  return [
    { key: aboutIds, value: [...of.ids] },
    { key: accountIds, value: [...of.accountIds] },
    { key: tenant, value: of.tenantId },
    { key: customerId, value: of.customerId },
    { key: currency, value: of.currency },
    { key: amountMinor, value: of.amountMinor },
    { key: bankState, value: of.state },
    { key: due, value: dueAt === null ? null : new Date(dueAt) },
  ] as SearchAttributePair[];
}

/** Of a workflow that delivers to a webhook endpoint; its id names the endpoint. */
export function endpointAttributes(tenantId: string): SearchAttributePair[] {
  return [{ key: tenant, value: tenantId }];
}

/** Whether the endpoint answers. */
export function deliveryAttributes(state: 'delivering' | 'down'): SearchAttributePair[] {
  return [{ key: bankState, value: state }];
}

/** Of a batch: whose it is, and the range of the ids of its transactions. */
export function batchAttributes(batch: BatchFacts): SearchAttributePair[] {
  const { tenantId, firstTransactionId, lastTransactionId } = batch;
  return [
    { key: tenant, value: tenantId },
    ...rangeAttributes(firstTransactionId, lastTransactionId),
  ];
}

/** Where a batch stands when it is over. */
export function batchStateAttributes(state: BatchStatus): SearchAttributePair[] {
  return [{ key: bankState, value: state }];
}

/** Of the deployment of a model; its id names it. */
export function deploymentAttributes(tenantId: string): SearchAttributePair[] {
  return [{ key: tenant, value: tenantId }];
}

/** Where the deployment of a model stands. */
export function deploymentStateAttributes(state: DeploymentStatus): SearchAttributePair[] {
  return [{ key: bankState, value: state }];
}

/** Of an assessment of an identity; its id names it. */
export function kycAttributes(tenantId: string, customer: string): SearchAttributePair[] {
  return [
    { key: tenant, value: tenantId },
    { key: customerId, value: customer },
  ];
}

/** What an assessment of an identity waits for, or how it ended. */
export function kycStateAttributes(state: KycStage | KycAssessmentStatus): SearchAttributePair[] {
  return [{ key: bankState, value: state }];
}

/** How an evaluation or a batch of scores ended. */
export function scoringStateAttributes(state: ScoringStatus): SearchAttributePair[] {
  return [{ key: bankState, value: state }];
}

/** Of a training; its id names it. */
export function trainingAttributes(tenantId: string): SearchAttributePair[] {
  return [{ key: tenant, value: tenantId }];
}

/** How a training ended. */
export function trainingStateAttributes(state: TrainingStatus): SearchAttributePair[] {
  return [{ key: bankState, value: state }];
}
