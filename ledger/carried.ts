// Kinds of objects that each have a workflow of their own. The object's id identifies the workflow.

/** Nouns as in `PREFIXES` of id.ts. */
export type Carried = 'transaction' | 'batch' | 'execution' | 'mail' | 'trainingJob';
