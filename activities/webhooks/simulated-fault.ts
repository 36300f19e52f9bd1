// Simulated failures, which developers request in the sandbox. Nothing is sent. A simulated failure
// looks like a real one, except that its message begins with "Simulated" and a timeout takes no
// time.

import type { Attempt, SendFault } from './send.ts';

type Kind = 'refused' | 'reset' | 'timeout' | 'http_status';

const FAULTS: Readonly<Record<Kind, readonly [SendFault, string]>> = {
  refused: ['connection_refused', 'Simulated: the connection was refused.'],
  reset: ['connection_reset', 'Simulated: the connection was closed before the answer.'],
  timeout: ['timeout', 'Simulated: the endpoint did not answer in time.'],
  http_status: ['http_status', 'Simulated: the endpoint answered with this status.'],
};

/**
 * The attempt that is recorded instead of a delivery.
 * @param httpStatus only with `http_status`
 */
export function simulateFault({
  kind,
  httpStatus,
}: {
  kind: Kind;
  httpStatus: number | null;
}): Attempt {
  const [fault, message] = FAULTS[kind];
  const noAnswer = { excerpt: null, durationMs: 0, retryAfterMs: null };
  return { delivered: false, status: httpStatus, fault, message, ...noAnswer };
}
