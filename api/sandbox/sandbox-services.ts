// The sandbox of the caller. Production offers no simulation to any caller.

import type { Context } from 'hono';
import type { AppEnv, Deps, Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { servicesOf } from '../kit/operation.ts';

/**
 * Returns the caller's environment, if it is the sandbox.
 * @param refusal the message for a caller of production
 * @throws Problem environment_mismatch
 */
export function sandboxServices(
  c: Context<AppEnv>,
  deps: Deps,
  refusal = 'Only the sandbox offers simulations: use a key of the sandbox.',
): Services {
  const services = servicesOf(c, deps);
  if (services.ledger.livemode) throw new Problem('environment_mismatch', refusal);
  return services;
}
