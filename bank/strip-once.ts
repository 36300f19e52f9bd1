// Loads the bank without repeating the work of a thousand files at each start: Node 22 keeps
// compiled code between starts, but strips the types of each file again, and resolves each import
// anew (threads/resolve-once.ts).

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import module, { type LoadHookSync } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOwnFiles, resolveOnce } from '../threads/resolve-once.ts';
import { keepText, keptText } from './kept-text.ts';

export interface Loading {
  /** Files whose types were stripped by this process. */
  countStripped(): number;
  /** Writes the cache for the next start, when this one had to strip a file. */
  save(): void;
}

/**
 * Loads the `.ts` files of a tree from now on. Lines and columns stay those of the source, because
 * types give way to spaces; a file is known by the hash of its content, so that an edit counts.
 * @param tree its folder, as a URL that ends with a slash
 * @param dir where stripped files are kept, a folder of this version of Node and this user; without
 *   one each start strips anew
 */
export function stripOnce(tree: URL, dir: string | undefined): Loading {
  const isOwn = findOwnFiles(tree.href);
  const file = dir === undefined ? null : join(dir, 'stripped.json');
  const before = file === null ? new Map<string, string>() : readKept(file);
  const kept = new Map<string, string>();
  let stripped = 0;

  const load: LoadHookSync = (url, context, next) => {
    if (!isOwn(url)) return next(url, context);
    const source = sourceOf(url);
    // A file that is missing or not to be stripped: Node says so in its own words.
    if (source === null) return next(url, context);
    const key = hash('sha256', source, 'base64');
    let code = before.get(key);
    if (code === undefined) {
      code = withoutTypes(source) ?? undefined;
      if (code === undefined) return next(url, context);
      stripped += 1;
    }
    kept.set(key, code);
    return { format: 'module', source: code, shortCircuit: true };
  };

  module.registerHooks({ resolve: resolveOnce(isOwn), load });
  return {
    countStripped: () => stripped,
    save() {
      if (file !== null && stripped > 0) keepWhere(file, JSON.stringify([...kept]));
    },
  };
}

function sourceOf(url: string): string | null {
  try {
    return readFileSync(fileURLToPath(url), 'utf8');
  } catch {
    return null;
  }
}

/** Returns null where types cannot be stripped. */
function withoutTypes(source: string): string | null {
  // Node warns of the function, although it strips each file that it loads by the same one.
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return module.stripTypeScriptTypes(source);
  } catch {
    return null;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Empty when the file is missing or damaged: then this start strips every file. */
function readKept(file: string): Map<string, string> {
  const text = keptText(file);
  return new Map(text === null ? [] : (JSON.parse(text) as [string, string][]));
}

/** A disk that takes nothing costs the next start its time and no more. */
function keepWhere(file: string, text: string): void {
  try {
    keepText(file, text);
  } catch {
    // As said.
  }
}
