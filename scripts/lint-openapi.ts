// `npm run lint:openapi`: both OpenAPI documents by Redocly and by Spectral. An error of either
// ends it with 1; warnings are counted.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DOCUMENTS = ['docs/openapi.json', 'docs/ops-openapi.json'];
const REDOCLY = 'node_modules/@redocly/cli/bin/cli.js';
const MOST_SHOWN = 20;
/** As Spectral counts: 0 is an error. */
const ERROR = 0;

/** Its own types do not fit each other. */
const RULES = { extends: [rulesets.oas as unknown as RulesetDefinition] };

/** The exit code of Redocly's linter. */
function redocly(): Promise<number> {
  const args = [REDOCLY, 'lint', ...DOCUMENTS, '--format=summary'];
  // It would look for a newer version of itself, and tell how it is used.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Errors that Spectral finds in a document. */
async function errorsBySpectral(path: string): Promise<number> {
  const linter = new spectral.Spectral();
  linter.setRuleset(RULES);
  const text = readFileSync(`${ROOT}/${path}`, 'utf8');
  const found = await linter.run(new spectral.Document(text, parsers.Json, path));
  const errors = found.filter(({ severity }) => severity === ERROR);
  const warnings = found.length - errors.length;
  const shown = errors.slice(0, MOST_SHOWN).map(({ code, message, path: place }) => {
    return `  ${code} at /${place.join('/')}: ${message}`;
  });
  const line = `spectral: ${path}: ${errors.length} errors, ${warnings} warnings`;
  process.stdout.write(`${[line, ...shown].join('\n')}\n`);
  return errors.length;
}

const other = redocly();
let errors = 0;
for (const path of DOCUMENTS) errors += await errorsBySpectral(path);
process.exitCode = (await other) === 0 && errors === 0 ? 0 : 1;
