// The console's scripts and styles, bundled once by the process that serves them. Their names hold
// a hash of what is in them, so a browser keeps them for good and never shows old ones.

import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

export interface BundledFile {
  /** Below /console/files/. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Bundle {
  readonly files: ReadonlyMap<string, BundledFile>;
  readonly script: string;
  readonly style: string;
}

const FOLDER = fileURLToPath(new URL('../../console', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

let made: Promise<Bundle> | null = null;

/** The bundle of this process; made for the first who asks. */
export function consoleBundle(): Promise<Bundle> {
  made ??= make().catch((error) => {
    made = null;
    throw error;
  });
  return made;
}

async function make(): Promise<Bundle> {
  const { outputFiles } = await build({
    absWorkingDir: FOLDER,
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
    return { name: `console-${hash}${extension}`, type: TYPES[extension] ?? '', bytes };
  });
  const nameOf = (extension: string) =>
    files.find(({ name }) => name.endsWith(extension))?.name ?? '';
  return {
    files: new Map(files.map((file) => [file.name, file])),
    script: nameOf('.js'),
    style: nameOf('.css'),
  };
}
