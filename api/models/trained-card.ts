// The card of a version that was trained here, as an upload takes it: a developer brings what was made
// in the sandbox to production, or back to another bank.

import { CARD_SCHEMA, type ModelCard } from '../../models/card.ts';

/**
 * The fields of an uploaded card; what the bank adds to its own cards is left out, and its figures
 * are kept as figures of the developer.
 * @param given any other value is returned as it is
 */
export function asUploaded(given: unknown): unknown {
  if (!isTrained(given)) return given;
  const { name, version, task, title, predicts, limits = [], golden, measured, data } = given;
  const { areaUnderRoc, averagePrecision, brierScore } = measured ?? {};
  const figures = { areaUnderRoc, averagePrecision, brierScore };
  const metrics = Object.entries(figures).flatMap(([key, one]) => (one ? [[key, one.value]] : []));
  const { name: dataset, sha256, rows, positives, label, split } = data ?? {};
  return {
    name,
    version,
    task,
    title,
    predicts,
    limits: limits.filter((one) => one.length <= LONGEST),
    features: (given.features ?? []).map(({ monotone: _, unit, meaning, ...feature }) => ({
      ...feature,
      ...(unit ? { unit } : {}),
      ...(meaning ? { meaning } : {}),
    })),
    golden,
    threshold: measured?.threshold,
    metrics: Object.fromEntries(metrics),
    data: without({ dataset, sha256, rows, positives, label, split }),
  };
}

/** Longer words would be refused with the rest of the card. */
const LONGEST = 300;
const LONGEST_OF_DATA = 500;

function isTrained(given: unknown): given is Partial<ModelCard> {
  if (typeof given !== 'object' || given === null) return false;
  const { schema, features } = given as { schema?: unknown; features?: unknown };
  const isListed = Array.isArray(features) && features.every((one) => typeof one === 'object');
  return schema === CARD_SCHEMA && isListed;
}

function without(data: Readonly<Record<string, string | number | undefined>>) {
  const kept = Object.entries(data).filter(([, value]) => {
    return typeof value === 'string' ? value.length <= LONGEST_OF_DATA : value !== undefined;
  });
  return Object.fromEntries(kept);
}
