// Kinds of background work: objects that each have their own workflow, identified by the id of the
// object.

/** Nouns as in `PREFIXES` of id.ts. */
export const BACKGROUND_WORK_KINDS = [
  'transaction',
  'batch',
  'execution',
  'mail',
  'trainingJob',
] as const;
export type BackgroundWorkKind = (typeof BACKGROUND_WORK_KINDS)[number];
