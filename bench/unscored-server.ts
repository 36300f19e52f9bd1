// The bank as it is, but the risk of payments is not judged. The engine has no switch for it, and
// should have none: the desk is taken from under it while its modules are loaded.

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
