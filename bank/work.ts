// What a process does of the bank's work, and what that takes, by its roles.

import type { Role } from '../config/roles.ts';
import type { Config } from '../config/settings.ts';

export function workOf({ roles, lane, databaseUrl }: Config) {
  const has = (role: Role) => roles.includes(role);
  const [hasApi, hasWorker, hasTraining] = [has('api'), has('worker'), has('training')];
  const hasLane = has('lane') && lane === 'on';
  const hasQueues = hasWorker || hasLane || hasTraining;
  const usesModels = hasApi || hasWorker || hasLane;
  // Each process hears of the commits of all others.
  const hearsOthers = databaseUrl !== null;
  return { hasApi, hasWorker, hasLane, hasTraining, hasQueues, usesModels, hearsOthers };
}
