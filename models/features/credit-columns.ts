// Recognises a training for credit whose columns are those of credit applications. They get the
// order, the texts and the bounds of the task, so that the model can be deployed unchanged.

import type { Feature } from '../card.ts';
import { CREDIT_FEATURES } from './credit-features.ts';

type GivenFeature =
  | string
  | ({ readonly name: string } & Partial<{ [Key in keyof Feature]: unknown }>);

/**
 * Returns the features of the task, or null when the columns are others. The caller's statements
 * about a column override those of the task.
 */
export function creditColumns(given: readonly GivenFeature[]): readonly Feature[] | null {
  const said = new Map(
    given.map((one) => (typeof one === 'string' ? [one, {}] : [one.name, dropUndefined(one)])),
  );
  const isSame = said.size === CREDIT_FEATURES.length && given.length === said.size;
  if (!isSame || !CREDIT_FEATURES.every(({ name }) => said.has(name))) return null;
  return CREDIT_FEATURES.map((feature) => ({ ...feature, ...said.get(feature.name) }));
}

function dropUndefined(one: object): Partial<Feature> {
  return Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined));
}
