// A simulated world as input of the AML rules: the movements of each account, and the accounts that
// carry a planted scheme.

import type { AccountFlows, Flow } from '../../ai/aml/flow.ts';
import { drawOpeningBalances, listMovements } from '../../models/learn/simulator/movements.ts';
import { isLaundering, LAUNDERING } from '../../models/learn/simulator/plan.ts';
import { createWorld, DAY } from '../../models/learn/simulator/world.ts';

export type Scheme = (typeof LAUNDERING)[number];

export interface AmlWorld {
  readonly accounts: readonly AccountFlows[];
  readonly sent: ReadonlyMap<string, readonly Flow[]>;
  /**
   * Accounts that carry a scheme: collectors, spreaders and splitters, and all accounts of a circle
   * or a chain.
   */
  readonly carriers: ReadonlyMap<Scheme, ReadonlySet<string>>;
  /** Payers and payees of the payments of any scheme. */
  readonly touched: ReadonlySet<string>;
}

const SIZE = { customers: 900, businesses: 100, days: 150 };
const PERIOD = 90 * DAY;

/** Builds the last 90 of 150 days of a world. */
export function buildAmlWorld(seed: number): AmlWorld {
  const world = createWorld({ seed, ...SIZE });
  const from = world.endMs - PERIOD;
  const flows = new Map<string, Flow[]>();
  const openedAt = new Map<string, number>();
  const last = new Map<string, number>();
  const before = new Map<string, Set<string>>();
  for (const { account, openedAtMs } of [...world.customers, ...world.businesses]) {
    flows.set(account, []);
    openedAt.set(account, openedAtMs);
  }
  const carriers = new Map(LAUNDERING.map((scheme) => [scheme, new Set<string>()]));
  const touched = new Set<string>();
  let number = 0;
  for (const movement of listMovements(world, drawOpeningBalances(world))) {
    const { atMs: time, payer, payee, amountMinor, typology } = movement;
    const sides = [
      { own: payer, party: payee, direction: 'out' as const },
      { own: payee, party: payer, direction: 'in' as const },
    ];
    number += 1;
    for (const { own, party, direction } of sides) {
      const list = flows.get(own);
      if (!list) continue;
      if (time < from) {
        last.set(own, time);
        const earlier = before.get(own) ?? new Set();
        before.set(own, earlier.add(party));
        continue;
      }
      const euros = amountMinor / 100;
      list.push({
        transactionId: `${number}`,
        at: time,
        direction,
        amountMinor,
        euros,
        party,
        isOwn: false,
        isOutside: false,
        country: null,
      });
      if (!isLaundering(typology)) continue;
      touched.add(own);
      if (isCarrier(typology as Scheme, direction, party))
        carriers.get(typology as Scheme)?.add(own);
    }
  }
  const accounts = [...flows].map(([account, list]): AccountFlows => {
    const lastBefore = last.get(account) ?? null;
    const earlier = before.get(account) ?? new Set<string>();
    const commonFields = {
      accountId: account,
      customerId: account,
      currency: 'EUR',
      from,
      lastBefore,
    };
    const until = world.endMs;
    return {
      ...commonFields,
      openedAt: openedAt.get(account) ?? 0,
      until,
      knownParties: earlier,
      flows: list,
    };
  });
  const sent = new Map(
    [...flows].map(([account, list]) => [account, list.filter((flow) => flow.direction === 'out')]),
  );
  return { accounts, sent, carriers, touched };
}

function isCarrier(scheme: Scheme, direction: 'in' | 'out', party: string): boolean {
  if (scheme === 'mule_fan_in') return direction === 'out' && party.startsWith('outside-collector');
  if (scheme === 'structuring' || scheme === 'fan_out') return direction === 'out';
  return true;
}
