// The bank without texts in Temporal: its transfers start without summary, details, BankState and
// RiskBand. The engine has no switch for it, and should have none: the texts are removed while its
// modules are loaded. The attributes that find transfers stay, and so do the texts of running
// workflows.

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
