// The scripts and styles of pages that live in a browser, bundled once by the process that serves
// them. Their names hold a hash of what is in them, so a browser keeps them for good and never
// shows old ones.

import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

export interface BundledFile {
  /** Below /<name of the bundle>/files/. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Bundle {
  readonly files: ReadonlyMap<string, BundledFile>;
  readonly script: string;
  readonly style: string;
}

/** A folder of this repository with `main.tsx` and `style.css`. */
export type BundleName = 'console' | 'portal';

const ROOT = new URL('../../', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const made = new Map<BundleName, Promise<Bundle>>();
let before: Promise<unknown> = Promise.resolve();

/** A bundle of this process; made for the first who asks. */
export function bundleOf(name: BundleName): Promise<Bundle> {
  const known = made.get(name);
  if (known !== undefined) return known;
  // One after the other: the end of one takes the helper process from another.
  const bundle = before.then(
    () => make(name),
    () => make(name),
  );
  before = bundle;
  made.set(name, bundle);
  bundle.catch(() => made.delete(name));
  return bundle;
}

async function make(name: BundleName): Promise<Bundle> {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL(name, ROOT)),
    entryPoints: ['main.tsx', 'style.css'],
    outdir: '/files',
    bundle: true,
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
  // Its helper process would otherwise stay for as long as the bank.
  await stop();
  const files = outputFiles.map(({ path, contents }): BundledFile => {
    const extension = path.slice(path.lastIndexOf('.'));
    const bytes = Buffer.from(contents);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    return { name: `${name}-${hash}${extension}`, type: TYPES[extension] ?? '', bytes };
  });
  const nameOf = (extension: string) =>
    files.find((file) => file.name.endsWith(extension))?.name ?? '';
  return {
    files: new Map(files.map((file) => [file.name, file])),
    script: nameOf('.js'),
    style: nameOf('.css'),
  };
}
