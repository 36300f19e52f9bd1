// The workflows that the worker registers, of all modules: the sandbox imports nothing else of them.

export * from './anchoring/workflows.ts';
export * from './contracts/workflows.ts';
export * from './core/workflows.ts';
export * from './kyc/workflows.ts';
export * from './models/workflows.ts';
export * from './webhooks/workflows.ts';
