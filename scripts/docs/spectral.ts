// Findings of Spectral's general rules in an OpenAPI document.

import { readFileSync } from 'node:fs';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';

export const DOCUMENTS = [
  'docs/reference/openapi.json',
  'docs/reference/ops-openapi.json',
] as const;
/** Spectral's severity of an error. */
const ERROR_SEVERITY = 0;
/** The types of Spectral's packages do not fit each other. */
const RULES = { extends: [rulesets.oas as unknown as RulesetDefinition] };

/** @param path from the root of the repository */
export async function lintBySpectral(
  path: string,
): Promise<{ readonly errors: readonly string[]; readonly warnings: number }> {
  const linter = new spectral.Spectral();
  linter.setRuleset(RULES);
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const problems = await linter.run(new spectral.Document(text, parsers.Json, path));
  const errors = problems
    .filter(({ severity }) => severity === ERROR_SEVERITY)
    .map(({ code, message, path: place }) => `${code} at /${place.join('/')}: ${message}`);
  return { errors, warnings: problems.length - errors.length };
}
