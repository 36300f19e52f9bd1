// The acts about deliveries, each inside the group commit.

import type { Database } from '../kernel/connect.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { deliveryWriter } from './deliveries.ts';
import type { EndpointWriter } from './endpoint-port.ts';
import type { DeliveryActs } from './port.ts';
import { pruner } from './prunings.ts';
import { redeliveryWriter } from './redeliveries.ts';
import { relayWriter } from './relay.ts';
import { simulatedFailureWriter } from './simulated-failures.ts';

interface Deps {
  readonly database: Database;
  readonly endpoints: EndpointWriter;
  readonly keys: KeyBook;
  readonly now: () => number;
}

/** The acts of one ledger, ready to be called from anywhere. */
export function deliveryActs({ database, endpoints, keys, now }: Deps): DeliveryActs {
  const relay = relayWriter(database, now);
  const prune = pruner(database, now);
  const deliveries = deliveryWriter(database, endpoints);
  const simulations = simulatedFailureWriter({ database, keys, now, record: deliveries.record });
  const redeliveries = redeliveryWriter({ database, keys, now });
  return {
    relay: (most) => database.write(() => relay(most)),
    record: (attempt) => database.write(() => deliveries.record(attempt)),
    planFailures: (plan) => database.write(() => simulations.plan(plan)),
    simulate: (attempt) => database.write(() => simulations.simulate(attempt)),
    recover: (step) => database.write(() => deliveries.recover(step)),
    retry: (order) => database.write(() => redeliveries.retry(order)),
    resend: (order) => database.write(() => redeliveries.resend(order)),
    replay: (order) => database.write(() => redeliveries.replay(order)),
    prune: (most) => database.write(() => prune(most)),
  };
}
