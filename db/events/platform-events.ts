// Writes the events of platform acts (about keys and applications) to the event log of an
// environment. The platform has another database, so the event follows its act and may arrive
// twice; the second arrival writes nothing.

import { createHash } from 'node:crypto';
import type { EventType } from '../../ledger/event.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { developerOfTenant } from '../kernel/tenant.ts';

export interface PlatformEvent {
  readonly tenantId: string;
  readonly type: Extract<EventType, `api_key.${string}` | `developer.${string}`>;
  /** The object after the act, in its wire form. */
  readonly object: { readonly id: string; readonly version: number };
  /** Identifies the act within its type. A second event with the same name is not written. */
  readonly act: string;
  readonly cause: Cause;
  /** Milliseconds since 1970 UTC of the act. */
  readonly at: number;
}

/** Writes the event of a platform act, once for each act. */
export const writePlatformEvent = act(
  'event.write_news',
  (tx, platformEvent: PlatformEvent): void => {
    const { act: name, at, ...event } = platformEvent;
    // A reset of the sandbox gives the developer a new tenant without the events of the old tenant.
    const tenantId = developerOfTenant(event.tenantId);
    const requestHash = createHash('sha256').update(name).digest();
    const keyUse = { tenantId, operation: event.type, key: name, requestHash };
    if (tx.keys.lookUp(keyUse, tx.now()).kind !== 'free') return;
    tx.keys.bind(keyUse, tx.emit({ ...event, at: tx.clock(event.tenantId, at) }), tx.now());
  },
);
