// The step of a payment on a network: give it to the network, or ask the network about it, and
// write down what it says. It may run twice: the network knows the payment by its transaction, and
// the row says what has been done. A network that is away throws and is asked again.

import type { RailStanding } from '../../db/booking/rail-news.ts';
import type { Ledger } from '../../db/ledger.ts';
import { beginRail, noteRailNews, noteRailRefusal, noteRailTaken } from '../../db/money/calls.ts';
import { type RailPaymentFacts, readRailPayment } from '../../db/rails/reads.ts';
import type { NetworkRail } from '../../ledger/rail.ts';
import { goneFailure } from '../failure.ts';
import { ownWorkflow } from '../ledger.ts';
import type { RailNetwork, RailOrder } from './network.ts';

export type { RailStanding };

export interface RailActivities {
  /** Does the next step of a payment on a network, and returns its state. */
  moveRailPayment(input: { readonly transactionId: string }): Promise<RailStanding>;
}

export interface RailDeps {
  readonly ledger: Ledger;
  /** Finds the network that carries a rail; null where none is connected. */
  readonly networkOf: (rail: NetworkRail) => RailNetwork | null;
  readonly failPoint?: (name: string) => void;
}

export function railActivities(deps: RailDeps): RailActivities {
  const { ledger, networkOf } = deps;
  const failPoint = deps.failPoint ?? (() => {});

  function orderOf({ payment, currency, party }: RailPaymentFacts): RailOrder {
    const { name = null, accountNumber = null, bankCode = null, country = null } = party;
    const now = ledger.clock(payment.tenantId);
    return { payment, currency, party: { name, accountNumber, bankCode, country }, now };
  }

  function networkFor(rail: NetworkRail): RailNetwork {
    const network = networkOf(rail);
    // It was connected when the payment was accepted: an operator has to connect it again.
    if (!network) throw new Error(`no network is connected for ${rail}`);
    return network;
  }

  async function submit(facts: RailPaymentFacts): Promise<RailStanding> {
    const { transactionId, rail } = facts.payment;
    const begun = await ledger.run(beginRail, { transactionId });
    if (begun.status !== 'submitting') return begun;
    const network = networkFor(rail);
    failPoint('before-rail-submit');
    const answer = await network.submit(orderOf(facts));
    failPoint('after-rail-submit');
    if (answer.kind === 'refused')
      return ledger.run(noteRailRefusal, { transactionId, code: answer.code });
    const { reference, settlesAt, askAt } = answer;
    return ledger.run(noteRailTaken, {
      transactionId,
      network: network.name,
      reference,
      settlesAt,
      askAt,
    });
  }

  async function ask(facts: RailPaymentFacts): Promise<RailStanding> {
    const { transactionId, rail } = facts.payment;
    const news = await networkFor(rail).ask(orderOf(facts));
    failPoint('before-rail-news');
    const standing = await ledger.run(noteRailNews, {
      transactionId,
      news,
      workflow: ownWorkflow(),
    });
    failPoint('after-rail-news');
    return standing;
  }

  return {
    async moveRailPayment({ transactionId }) {
      const facts = await readRailPayment(ledger, transactionId);
      if (!facts) throw goneFailure(transactionId);
      const { status } = facts.payment;
      return status === 'queued' || status === 'submitting' ? submit(facts) : ask(facts);
    },
  };
}
