// Before anything is read of a request: how many are under way at the same time, in all and by
// credential. Whoever sends more than a fair share of what the bank can take is turned away for the
// price of a header, so that the others are heard.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { mint } from '../../db/kernel/mint.ts';
import { turnAway } from './errors.ts';

export interface FrontGate {
  /** Lets a request in until its answer is sent; or answers it with 503 and returns false. */
  enter(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
}

/** So many of one credential are always let in. */
const LEAST_SHARE = 8;
/** They last as long as their client likes, and are counted where they are opened. */
// To its end: dot segments behind it would lead to another route, past the gate.
const STREAMS = /^\/v1\/(events|ops)\/stream(\?|$)/;
const FREE = new Set(['/healthz', '/readyz']);

/** @param most requests under way at the same time; 0: as many as come */
export function frontGate(most: number): FrontGate {
  const byCredential = new Map<string, number>();
  let all = 0;

  function isTooMany(credential: string): boolean {
    if (most === 0 || all * 2 < most) return false;
    const own = byCredential.get(credential) ?? 0;
    // One share stays free, for whoever comes next.
    const share = most / (byCredential.size + 1);
    if (all >= 2 * most) return true;
    return own >= Math.max(LEAST_SHARE, share);
  }

  function count(credential: string, by: 1 | -1): void {
    const now = (byCredential.get(credential) ?? 0) + by;
    all += by;
    if (now === 0) byCredential.delete(credential);
    else byCredential.set(credential, now);
  }

  return {
    enter(incoming, outgoing) {
      const url = incoming.url ?? '';
      if (FREE.has(url) || STREAMS.test(url)) return true;
      const { authorization, cookie } = incoming.headers;
      const credential = authorization ?? cookie ?? '';
      if (isTooMany(credential)) {
        refuse(incoming, outgoing);
        return false;
      }
      count(credential, 1);
      outgoing.once('close', () => count(credential, -1));
      return true;
    },
  };
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const instance = (incoming.url ?? '').split('?')[0] ?? '';
  turnAway(outgoing, { requestId: mint('request'), instance });
  // The rest of its body is of no use to anybody.
  incoming.resume();
}
