// The steps of a payment on a network, each recorded separately: screen the external party again,
// score the payment again, submit it to the network, book the network's answer. Each step may run
// twice: the network identifies the payment by its transaction, and the row records what has been
// done. An unreachable network throws, and the step is retried.

import type { RailState } from '../../db/booking/rail-messages.ts';
import type { Ledger } from '../../db/ledger.ts';
import {
  beginRail,
  findRail,
  recordRailAcceptance,
  recordRailRefusal,
  recordRailReport,
  scoreRailPayment,
  screenRailPayment,
} from '../../db/money/calls.ts';
import { type RailPaymentFacts, readRailPayment } from '../../db/rails/reads.ts';
import type { ScreenedPayment } from '../../db/transactions/followers.ts';
import type { RiskOutcome } from '../../db/transactions/port.ts';
import type { NetworkRail } from '../../ledger/rail.ts';
import type { TransactionStatus } from '../../ledger/transaction.ts';
import { createMissingRowFailure } from '../failure.ts';
import { ownWorkflow } from '../ledger.ts';
import type { RailNetwork, RailOrder } from './network.ts';

export type { RailState, RiskOutcome, ScreenedPayment };

interface PaymentInput {
  readonly transactionId: string;
  /**
   * The status that the transaction's own workflow was last notified of; a step that changes the
   * status notifies it again. Left out: the step notifies nobody.
   */
  readonly told?: TransactionStatus;
}

/**
 * Result of a check, and the state of the payment after it. `found` is null when nothing was
 * checked.
 */
interface CheckResult<Found> extends RailState {
  readonly found: Found | null;
}

export interface RailActivities {
  screenRailPayment(input: PaymentInput): Promise<CheckResult<ScreenedPayment>>;
  scoreRailPayment(input: PaymentInput): Promise<CheckResult<RiskOutcome>>;
  submitRailPayment(input: PaymentInput): Promise<RailState>;
  settleRailPayment(input: PaymentInput): Promise<RailState>;
}

export interface RailDeps {
  readonly ledger: Ledger;
  /** Finds the network of a rail; null when none is connected. */
  readonly networkOf: (rail: NetworkRail) => RailNetwork | null;
  /** Signals the running workflow of a transaction to read its row again. */
  readonly signalTransfer: (transactionId: string) => Promise<void>;
  readonly failPoint?: (name: string) => void;
}

export function railActivities(deps: RailDeps): RailActivities {
  const { ledger, networkOf, signalTransfer } = deps;
  const failPoint = deps.failPoint ?? (() => {});

  function orderOf({ payment, currency, party }: RailPaymentFacts): RailOrder {
    const { name = null, accountNumber = null, bankCode = null, country = null } = party;
    const now = ledger.clock(payment.tenantId);
    return { payment, currency, party: { name, accountNumber, bankCode, country }, now };
  }

  function requireNetwork(rail: NetworkRail): RailNetwork {
    const network = networkOf(rail);
    // The network was connected when the payment was accepted, so an operator must connect it
    // again.
    if (!network) throw new Error(`no network is connected for ${rail}`);
    return network;
  }

  async function requireFacts({ transactionId }: PaymentInput): Promise<RailPaymentFacts> {
    const facts = await readRailPayment(ledger, transactionId);
    if (!facts) throw createMissingRowFailure(transactionId);
    return facts;
  }

  async function screen({ transactionId }: PaymentInput): Promise<CheckResult<ScreenedPayment>> {
    await requireFacts({ transactionId });
    const { state, found } = await ledger.run(screenRailPayment, { transactionId });
    failPoint('after-rail-screen');
    return { ...state, found };
  }

  async function score({ transactionId }: PaymentInput): Promise<CheckResult<RiskOutcome>> {
    await requireFacts({ transactionId });
    const { state, found } = await ledger.run(scoreRailPayment, { transactionId });
    failPoint('after-rail-score');
    return { ...state, found };
  }

  async function submit(input: PaymentInput): Promise<RailState> {
    const facts = await requireFacts(input);
    const { transactionId, rail } = facts.payment;
    const beginning = await ledger.run(beginRail, { transactionId });
    if (beginning.status !== 'submitting') return beginning;
    const network = requireNetwork(rail);
    failPoint('before-rail-submit');
    const answer = await network.submit(orderOf(facts));
    failPoint('after-rail-submit');
    if (answer.kind === 'refused')
      return ledger.run(recordRailRefusal, { transactionId, code: answer.code });
    const { reference, settlesAt, askAt } = answer;
    return ledger.run(recordRailAcceptance, {
      transactionId,
      network: network.name,
      reference,
      settlesAt,
      askAt,
    });
  }

  async function settle(input: PaymentInput): Promise<RailState> {
    const facts = await requireFacts(input);
    const { transactionId, rail, status } = facts.payment;
    if (isUnsent(status)) return ledger.run(findRail, { transactionId });
    const report = await requireNetwork(rail).ask(orderOf(facts));
    failPoint('before-rail-news');
    const state = await ledger.run(recordRailReport, {
      transactionId,
      news: report,
      workflow: ownWorkflow(),
    });
    failPoint('after-rail-news');
    return state;
  }

  /**
   * Adds the notification to a step. A worker that dies before it repeats the step, which finds its
   * row changed.
   */
  const withNotification =
    <T extends RailState>(step: (input: PaymentInput) => Promise<T>) =>
    async (input: PaymentInput): Promise<T> => {
      const state = await step(input);
      const { transactionId, transactionStatus } = state;
      if (input.told !== undefined && transactionStatus !== input.told) {
        failPoint('before-rail-tell');
        await signalTransfer(transactionId);
      }
      return state;
    };

  return {
    screenRailPayment: withNotification(screen),
    scoreRailPayment: withNotification(score),
    submitRailPayment: withNotification(submit),
    settleRailPayment: withNotification(settle),
  };
}

function isUnsent(status: RailState['status']): boolean {
  return status === 'queued' || status === 'submitting';
}
