// Kinds of objects that each have a workflow of their own. The object's id identifies the workflow.

/** Nouns as in `PREFIXES` of id.ts. */
export const CARRIED = ['transaction', 'batch', 'execution', 'mail', 'trainingJob'] as const;
export type Carried = (typeof CARRIED)[number];
