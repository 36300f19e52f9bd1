// What happens above the environments (keys, applications) has its event in the log of one of them.
// The two have databases of their own, so the event follows the act and may come twice: the second
// time nothing is written.

import { createHash } from 'node:crypto';
import type { EventType } from '../../ledger/event.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { developerOfTenant } from '../kernel/tenant.ts';
import type { TxParts } from '../kernel/tx.ts';

export interface PlatformNews {
  readonly tenantId: string;
  readonly type: Extract<EventType, `api_key.${string}` | `developer.${string}`>;
  /** The object after the act, in its wire form. */
  readonly object: { readonly id: string; readonly version: number };
  /** Names the act among those of its type: a second event under the same name is not written. */
  readonly act: string;
  readonly cause: Cause;
  /** Milliseconds since 1970 UTC of the act. */
  readonly at: number;
}

interface Deps {
  readonly emit: TxParts['emit'];
  readonly keys: KeyBook;
  readonly now: () => number;
  readonly clock: BusinessClock;
}

/** Returns the act; call it inside `database.write` only. */
export function platformNews({ emit, keys, now, clock }: Deps): (news: PlatformNews) => void {
  return (news) => {
    const { act, at, ...event } = news;
    // A reset of the sandbox makes another tenant of a developer, without the events of the old
    // one.
    const tenantId = developerOfTenant(event.tenantId);
    const requestHash = createHash('sha256').update(act).digest();
    const use = { tenantId, operation: event.type, key: act, requestHash };
    if (keys.look(use, now()).kind !== 'free') return;
    keys.bind(use, emit({ ...event, at: clock(event.tenantId, at) }), now());
  };
}
