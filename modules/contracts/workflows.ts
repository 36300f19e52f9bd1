// Workflows of the module, for the sandbox. Names are part of the histories: never rename one.

export { contractExecution } from '../../workflows/contract-execution.ts';
