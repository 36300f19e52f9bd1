// Resolves each import once: Node parses the package.json of a package for each import of it and for
// each file in it (drizzle-orm's has 179 kB), and asks the disk about each file.

import type { ResolveFnOutput, ResolveHookSync } from 'node:module';

/**
 * Returns whether a URL names own TypeScript; folders of packages may have packages of their own.
 * @param root the folder of the tree, as a URL that ends with a slash
 */
export function findOwnFiles(root: string) {
  const apart = [`${root}node_modules/`, `${root}packages/`];
  return (url: string) =>
    url.startsWith(root) && url.endsWith('.ts') && !apart.some((path) => url.startsWith(path));
}

/**
 * Returns a hook that resolves imports without asking the disk where the answer is known: all own
 * files find the same packages, own files are where their names say, and so are the scripts of a
 * folder in which Node has found one. `require` is left to Node.
 */
export function resolveOnce(isOwn: (url: string) => boolean): ResolveHookSync {
  const packages = new Map<string, ResolveFnOutput>();
  const folders = new Set<string>();

  function resolveInPackage(name: string, find: () => ResolveFnOutput) {
    const known = packages.get(name) ?? find();
    packages.set(name, known);
    return { ...known, shortCircuit: true };
  }
  function resolveInFolder(url: string, find: () => ResolveFnOutput) {
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
    if (!isRelative) return isOwn(parentURL) ? resolveInPackage(specifier, find) : find();
    const { href } = new URL(specifier, parentURL);
    if (isOwn(parentURL)) return isOwn(href) ? { url: href, shortCircuit: true } : find();
    return href.endsWith('.js') ? resolveInFolder(href, find) : find();
  };
}
