// The kinds of files that developers keep with the bank.

export const STORED_KINDS = ['models', 'datasets', 'results', 'documents'] as const;
export type StoredKind = (typeof STORED_KINDS)[number];
