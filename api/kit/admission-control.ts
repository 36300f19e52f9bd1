// Limits concurrent requests, in total and per credential, before a request is read. While all slots
// are used, a caller with its fair share is refused at the cost of reading a header, so that other
// callers are served; while there are free slots, nobody is refused. The longer acts take, the
// fewer requests are admitted. Admitted callers take turns.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { mint } from '../../db/kernel/mint.ts';
import { type AdmissionBound, createAdmissionBound } from './admission-bound.ts';
import { refuseUnreadRequest } from './errors.ts';
import { createFairTurns, type FairTurns } from './fair-turns.ts';
import { createRefusalTurns } from './refusal-turns.ts';

export interface AdmissionControl {
  /**
   * Admits a request until its answer is sent, or answers it with 503.
   * @param begin called when the request may begin; never when it was refused or its client has
   * disconnected
   */
  enter(incoming: IncomingMessage, outgoing: ServerResponse, begin: () => void): void;
}

/** Concurrent requests of one credential that are always admitted. */
const MIN_SHARE = 8;
/** Streams last as long as their client wants, and are counted where they are opened. */
// Matches the whole path: dot segments after it would lead to another route past the gate.
const STREAMS = /^\/v1\/(events|ops)\/stream(\?|$)/;
/** The status of an act that the bank cannot execute in time. */
const OVERDUE_STATUS = 503;
const UNLIMITED_PATHS = new Set(['/healthz', '/readyz']);

/**
 * @param max maximum number of concurrent requests; 0: no limit
 * @param turns the turns of the callers
 * @param bound computes the current number of slots
 */
export function createAdmissionControl(
  max: number,
  turns: FairTurns = createFairTurns(),
  bound: AdmissionBound = createAdmissionBound(max),
): AdmissionControl {
  const byCredential = new Map<string, number>();
  const refusals = createRefusalTurns();
  let running = 0;

  function mustRefuse(credential: string): boolean {
    if (max === 0) return false;
    const size = bound.size();
    if (running < size) return false;
    if (running >= 2 * size) return true;
    const callerCount = byCredential.get(credential) ?? 0;
    const callers = byCredential.size + (callerCount === 0 ? 1 : 0);
    return callerCount >= Math.max(MIN_SHARE, size / callers);
  }

  function count(credential: string, change: 1 | -1): void {
    const newCount = (byCredential.get(credential) ?? 0) + change;
    running += change;
    if (newCount === 0) byCredential.delete(credential);
    else byCredential.set(credential, newCount);
  }

  return {
    enter(incoming, outgoing, begin) {
      const url = incoming.url ?? '';
      if (UNLIMITED_PATHS.has(url) || STREAMS.test(url)) return begin();
      const credential = readCredential(incoming);
      if (mustRefuse(credential)) {
        bound.recordRefusal();
        // The rest of its body is not needed.
        incoming.resume();
        refusals.add(credential, () => refuse(incoming, outgoing));
        return;
      }
      count(credential, 1);
      const isAct = incoming.method === 'POST';
      const startedAt = performance.now();
      const turn = turns.schedule(credential, begin);
      outgoing.once('close', () => {
        count(credential, -1);
        turn.end();
        if (!isAct) return;
        // A refusal here costs a tenth of a later one, so late acts reduce the number of slots.
        if (outgoing.statusCode === OVERDUE_STATUS) bound.recordOverdue();
        else if (outgoing.statusCode < 300) bound.recordDuration(performance.now() - startedAt);
      });
    },
  };
}

/** Returns the credential of a request as it was sent; empty without one. */
export function readCredential({ headers }: IncomingMessage): string {
  return headers.authorization ?? headers.cookie ?? '';
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const instance = (incoming.url ?? '').split('?')[0] ?? '';
  refuseUnreadRequest(outgoing, { requestId: mint('request'), instance });
}
