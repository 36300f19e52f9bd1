// The workflows of all modules: the only files of modules that the workflow sandbox imports.

export * from './anchoring/workflows.ts';
export * from './contracts/workflows.ts';
export * from './core/workflows.ts';
export * from './kyc/workflows.ts';
export * from './models/workflows.ts';
export * from './webhooks/workflows.ts';
