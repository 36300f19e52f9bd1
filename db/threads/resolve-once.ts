// Resolves each import once. Node would parse the package.json of a package for each import of it
// and for each of its files (drizzle-orm's has 179 kB), and look up each file on the disk.

import type { ResolveFnOutput, ResolveHookSync } from 'node:module';

/**
 * Returns a function that is true for URLs of the bank's own TypeScript files.
 * @param root the folder of the bank, as a URL with a trailing slash
 */
export function findOwnFiles(root: string) {
  const excludedRoots = [`${root}node_modules/`, `${root}packages/`];
  return (url: string) =>
    url.startsWith(root) &&
    url.endsWith('.ts') &&
    !excludedRoots.some((path) => url.startsWith(path));
}

/**
 * Returns a hook that resolves imports without disk access when the result is known. All own files
 * find the same packages. A relative import is its path when an own file imports it, or when Node
 * has found a module in that package folder before. `require` is left to Node.
 */
export function resolveOnce(isOwn: (url: string) => boolean): ResolveHookSync {
  const packages = new Map<string, ResolveFnOutput>();
  const folders = new Set<string>();

  function resolveInPackage(name: string, find: () => ResolveFnOutput) {
    const folder = packages.get(name) ?? find();
    packages.set(name, folder);
    return { ...folder, shortCircuit: true };
  }
  function resolveInFolder(url: string, find: () => ResolveFnOutput) {
    const folder = url.slice(0, url.lastIndexOf('/'));
    if (folders.has(folder)) return { url, format: 'module', shortCircuit: true };
    const resolved = find();
    if (resolved.format === 'module' && resolved.url === url) folders.add(folder);
    return resolved;
  }

  return (specifier, context, next) => {
    const { parentURL, conditions } = context;
    const find = () => next(specifier, context);
    if (parentURL === undefined || conditions.includes('require')) return find();
    const isRelative = specifier.startsWith('.');
    if (!isRelative) return isOwn(parentURL) ? resolveInPackage(specifier, find) : find();
    const { href } = new URL(specifier, parentURL);
    if (isOwn(parentURL)) return isOwn(href) ? { url: href, shortCircuit: true } : find();
    return href.endsWith('.js') ? resolveInFolder(href, find) : find();
  };
}
