// The bank without the judgement of risk. The engine has no setting for that, and should have none:
// the loader replaces the module of the risk desk.

import { register } from 'node:module';

const DESK = '/ai/risk/desk.ts';
const NONE = 'data:text/javascript,export const riskDesk = () => null;';
const HOOKS = `
  export async function resolve(specifier, context, next) {
    const found = await next(specifier, context);
    if (!found.url.split('?')[0].endsWith('${DESK}')) return found;
    return { url: '${NONE}', format: 'module', shortCircuit: true };
  }`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
await import('../bank/server.ts');
