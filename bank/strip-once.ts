// Loads the bank without repeating the work of a thousand files at each start: Node 22 keeps
// compiled code between starts, but strips the types of each file again, parses the package.json of
// a package for each import of it (drizzle-orm's has 179 kB), and asks the disk about each file.

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import module, { type LoadHookSync, type ResolveFnOutput, type ResolveHookSync } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  const isOwn = ownFilesOf(tree.href);
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

  module.registerHooks({ resolve: resolverOf(isOwn), load });
  return {
    countStripped: () => stripped,
    save() {
      if (file !== null && stripped > 0) keepWhere(file, JSON.stringify([...kept]));
    },
  };
}

/** Whether a file is own TypeScript; folders of packages may have packages of their own. */
function ownFilesOf(root: string) {
  const apart = [`${root}node_modules/`, `${root}packages/`];
  return (url: string) =>
    url.startsWith(root) && url.endsWith('.ts') && !apart.some((path) => url.startsWith(path));
}

/**
 * Resolves imports without asking the disk where the answer is known: all own files find the same
 * packages, own files are where their names say, and so are the scripts of a folder in which Node
 * has found one. `require` is left to Node.
 */
function resolverOf(isOwn: (url: string) => boolean): ResolveHookSync {
  const packages = new Map<string, ResolveFnOutput>();
  const folders = new Set<string>();

  function ofPackage(name: string, find: () => ResolveFnOutput) {
    const known = packages.get(name) ?? find();
    packages.set(name, known);
    return { ...known, shortCircuit: true };
  }
  function ofFolder(url: string, find: () => ResolveFnOutput) {
    const folder = url.slice(0, url.lastIndexOf('/'));
    if (folders.has(folder)) return { url, format: 'module', shortCircuit: true };
    const found = find();
    if (found.format === 'module' && found.url === url) folders.add(folder);
    return found;
  }

  return (specifier, context, next) => {
    const { parentURL, conditions } = context;
    const find = () => next(specifier, context);
    if (parentURL === undefined || conditions.includes('require')) return find();
    const isRelative = specifier.startsWith('.');
    if (!isRelative) return isOwn(parentURL) ? ofPackage(specifier, find) : find();
    const { href } = new URL(specifier, parentURL);
    if (isOwn(parentURL)) return isOwn(href) ? { url: href, shortCircuit: true } : find();
    return href.endsWith('.js') ? ofFolder(href, find) : find();
  };
}

function sourceOf(url: string): string | null {
  try {
    return readFileSync(fileURLToPath(url), 'utf8');
  } catch {
    return null;
  }
}

/** Null where types cannot be stripped. */
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
