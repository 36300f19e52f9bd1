// The names of the modules that the run lacks.

import { MODULES } from '../../../modules/contents.ts';
import { modulesOfRun } from './run-modules.ts';

const present = modulesOfRun(MODULES);

export const ABSENT_MODULES: readonly string[] = MODULES.filter(
  (module) => !present.includes(module),
).map(({ name }) => name);
