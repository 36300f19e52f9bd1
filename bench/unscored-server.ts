// The bank without the judgement of risk. The engine has no setting for that, and should have none:
// the loader replaces the module of the risk scorer.

import { register } from 'node:module';

const SCORER = '/ai/risk/scorer.ts';
const NO_SCORER_MODULE = 'data:text/javascript,export const createRiskScorer = () => null;';
const HOOKS = `
  export async function resolve(specifier, context, next) {
    const found = await next(specifier, context);
    if (!found.url.split('?')[0].endsWith('${SCORER}')) return found;
    return { url: '${NO_SCORER_MODULE}', format: 'module', shortCircuit: true };
  }`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
await import('../bank/server.ts');
