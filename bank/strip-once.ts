// Speeds up the loading of the bank. Node caches compiled code between starts, but strips the types
// of each file and resolves each import again (db/threads/resolve-once.ts). Stripped files are cached
// here.

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import module, { type LoadHookSync } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOwnFiles, resolveOnce } from '../db/threads/resolve-once.ts';
import { readCachedText, writeCachedText } from './cached-text.ts';

export interface StripResult {
  /** Number of files whose types this process stripped. */
  countStripped(): number;
  /** Writes the cache for the next start, when this start had to strip a file. */
  save(): void;
}

/**
 * Installs the hooks that load the `.ts` files of a folder. Types are replaced by spaces, so that
 * lines and columns stay those of the source. The cache is keyed by the hash of each file's
 * content.
 * @param tree the folder, as a URL with a trailing slash
 * @param dir folder of the cache, for this version of Node and this user; undefined for no cache
 */
export function stripOnce(tree: URL, dir: string | undefined): StripResult {
  const isOwn = findOwnFiles(tree.href);
  const file = dir === undefined ? null : join(dir, 'stripped.json');
  const cached = file === null ? new Map<string, string>() : readCache(file);
  const texts = new Map<string, string>();
  let stripped = 0;

  const load: LoadHookSync = (url, context, next) => {
    if (!isOwn(url)) return next(url, context);
    const source = readSource(url);
    // Node reports the error of a file that is missing or cannot be stripped.
    if (source === null) return next(url, context);
    const key = hash('sha256', source, 'base64');
    let code = cached.get(key);
    if (code === undefined) {
      code = stripTypes(source) ?? undefined;
      if (code === undefined) return next(url, context);
      stripped += 1;
    }
    texts.set(key, code);
    return { format: 'module', source: code, shortCircuit: true };
  };

  module.registerHooks({ resolve: resolveOnce(isOwn), load });
  return {
    countStripped: () => stripped,
    save() {
      if (file !== null && stripped > 0) tryWriteCache(file, JSON.stringify([...texts]));
    },
  };
}

function readSource(url: string): string | null {
  try {
    return readFileSync(fileURLToPath(url), 'utf8');
  } catch {
    return null;
  }
}

/** The source without types; null when they cannot be stripped. */
function stripTypes(source: string): string | null {
  // Suppresses Node's warning that the function is experimental; Node itself uses it to load files.
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

/** Reads the cache; empty when the file is missing or damaged. */
function readCache(file: string): Map<string, string> {
  const text = readCachedText(file);
  return new Map(text === null ? [] : (JSON.parse(text) as [string, string][]));
}

/** Writes the cache. A failure (disk full) only makes the next start slower. */
function tryWriteCache(file: string, text: string): void {
  try {
    writeCachedText(file, text);
  } catch {
    // The next start strips the files again.
  }
}
