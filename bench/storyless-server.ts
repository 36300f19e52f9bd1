// The bank as it is, but the transfers that it starts in Temporal say nothing of themselves: no
// summary, no details, neither BankState nor RiskBand. The engine has no switch for it, and should
// have none: the texts are taken from under it while its modules are loaded. The attributes that
// transfers are found by stay, and so does what a workflow says once it runs.

import { register } from 'node:module';

const HOOKS = `
  const CHANGES = {
    '/workflows/start.ts': (source) => source.replaceAll(
      /^( +)static(?:Summary|Details): .*(?:\\n\\1 .*)*(?:\\n\\1\\),)?$/gm,
      '',
    ),
    '/workflows/search-attributes.ts': (source) => source.replace(
      'export function outcomeAttributes(',
      'export function outcomeAttributes() { return []; } function unused(',
    ),
  };
  export async function load(url, context, next) {
    const found = await next(url, context);
    const changed = Object.keys(CHANGES).find((end) => url.split('?')[0].endsWith(end));
    return changed ? { ...found, source: CHANGES[changed](String(found.source)) } : found;
  }`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
await import('../bank/server.ts');
