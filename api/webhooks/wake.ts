// Signals the workflows of endpoints with deliveries that a client made due. Without Temporal
// nothing is lost: the sweeper finds due deliveries that no workflow handles.

import { nudge } from '../../workflows/carried.ts';
import type { Desk } from '../kit/context.ts';

const WITHIN_MS = 1_000;

/** Wakes endpoints of one tenant; never fails, and never holds an answer up for long. */
export async function wakeEndpoints(
  desk: Pick<Desk, 'place'>,
  tenantId: string,
  endpointIds: readonly string[],
): Promise<void> {
  const place = desk.place();
  if (!place) return;
  const nudges = endpointIds.map((endpointId) =>
    nudge(place, 'endpoint', { endpointId, tenantId }),
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, WITHIN_MS);
  });
  await Promise.race([Promise.allSettled(nudges), late]);
  clearTimeout(timer);
}
