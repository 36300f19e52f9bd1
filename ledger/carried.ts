// Objects that each have a workflow of their own, found by the id of the object.

/** Nouns as in the prefixes of ids. */
export const CARRIED = ['transaction', 'batch', 'execution', 'mail', 'trainingJob'] as const;
export type Carried = (typeof CARRIED)[number];
