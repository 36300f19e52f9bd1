// Recognises a training for credit whose columns are those of credit applications. They get the
// order, the texts and the bounds of the task, so that the model can be deployed unchanged.

import type { Feature } from '../card.ts';
import { CREDIT_FEATURES } from './credit-features.ts';

type UncheckedFeature =
  | string
  | ({ readonly name: string } & Partial<{ [Key in keyof Feature]: unknown }>);

/**
 * Returns the features of the task, or null when the columns differ from those of the task. The
 * caller's statements about a column override those of the task.
 */
export function matchCreditColumns(
  features: readonly UncheckedFeature[],
): readonly Feature[] | null {
  const declared = new Map(
    features.map((feature) =>
      typeof feature === 'string' ? [feature, {}] : [feature.name, dropUndefined(feature)],
    ),
  );
  const hasSameCount =
    declared.size === CREDIT_FEATURES.length && features.length === declared.size;
  if (!hasSameCount || !CREDIT_FEATURES.every(({ name }) => declared.has(name))) return null;
  return CREDIT_FEATURES.map((feature) => ({ ...feature, ...declared.get(feature.name) }));
}

function dropUndefined(feature: object): Partial<Feature> {
  return Object.fromEntries(Object.entries(feature).filter(([, value]) => value !== undefined));
}
