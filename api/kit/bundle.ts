// Bundles the scripts and styles of browser pages, once for each process. File names contain a hash
// of the content, so a browser may cache the files forever and never uses an old one.

import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

export interface BundledFile {
  /** Name below `/<name of the bundle>/files/`. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Bundle {
  readonly files: ReadonlyMap<string, BundledFile>;
  readonly script: string;
  readonly style: string;
}

/** A folder of `pages/` with `main.tsx` and `style.css`. */
export type BundleName = 'console' | 'portal';

const PAGES = new URL('../../pages/', import.meta.url);
/** Folder in the names of the output files, to which nothing is written. */
const FOLDER = '/files';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const bundles = new Map<BundleName, Promise<Bundle>>();
let previousBuild: Promise<unknown> = Promise.resolve();

/** Returns a bundle, which is built at the first request. */
export function findBundle(name: BundleName): Promise<Bundle> {
  const existing = bundles.get(name);
  if (existing !== undefined) return existing;
  // Bundles are built one after another, because the end of one stops the shared helper process.
  const bundle = previousBuild.then(
    () => buildBundle(name),
    () => buildBundle(name),
  );
  previousBuild = bundle;
  bundles.set(name, bundle);
  bundle.catch(() => bundles.delete(name));
  return bundle;
}

async function buildBundle(name: BundleName): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: fileURLToPath(new URL(name, PAGES)),
    entryPoints: ['main.tsx', 'style.css'],
    outdir: FOLDER,
    entryNames: `${name}-[hash]`,
    chunkNames: `${name}-[name]-[hash]`,
    bundle: true,
    // Code that only some pages need is loaded with those pages.
    splitting: true,
    metafile: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  // Stops the helper process, which would otherwise run as long as the bank.
  await stop();
  const files = outputFiles.map(({ path, contents }): BundledFile => {
    const extension = path.slice(path.lastIndexOf('.'));
    return { name: basename(path), type: TYPES[extension] ?? '', bytes: Buffer.from(contents) };
  });
  const outputs = Object.entries(metafile.outputs);
  const nameOf = (source: string) =>
    basename(outputs.find(([, { entryPoint }]) => entryPoint === source)?.[0] ?? '');
  return {
    files: new Map(files.map((file) => [file.name, file])),
    script: nameOf('main.tsx'),
    style: nameOf('style.css'),
  };
}
