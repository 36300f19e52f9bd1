// What a process does of the bank's work, and what that takes, by its roles.

import type { Role } from '../config/roles.ts';
import type { Config } from '../config/settings.ts';

export function workOf({ roles, lane, buildId }: Config) {
  const has = (role: Role) => roles.includes(role);
  const [hasApi, hasWorker, hasTraining] = [has('api'), has('worker'), has('training')];
  const hasLane = has('lane') && lane === 'on';
  const hasQueues = hasWorker || hasLane || hasTraining;
  const usesModels = hasApi || hasWorker || hasLane;
  // An eager start goes to the worker of this process, whichever version is the current one.
  const eager = hasWorker && buildId === null;
  const parts = { hasApi, hasWorker, hasLane, hasTraining, hasQueues, usesModels };
  return { ...parts, eager };
}
