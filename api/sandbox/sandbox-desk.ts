// The sandbox of the caller. Production offers no simulation to any caller.

import type { Context } from 'hono';
import type { AppEnv, Deps, Desk } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { deskOf } from '../kit/operation.ts';

/**
 * Returns the caller's environment, if it is the sandbox.
 * @param refusal the message for a caller of production
 * @throws Problem environment_mismatch
 */
export function sandboxDesk(
  c: Context<AppEnv>,
  deps: Deps,
  refusal = 'Only the sandbox offers simulations: use a key of the sandbox.',
): Desk {
  const desk = deskOf(c, deps);
  if (desk.ledger.livemode) throw new Problem('environment_mismatch', refusal);
  return desk;
}
