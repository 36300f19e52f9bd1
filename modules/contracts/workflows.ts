// Workflows of the module, for the workflow sandbox. Their names are part of histories: never
// rename one.

export { contractExecution } from '../../workflows/contract-execution.ts';
