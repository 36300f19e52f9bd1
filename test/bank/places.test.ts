// A bank whose third ledger lies in another database than the rest: a developer goes there and back
// while it pays, and where that database is away, no other developer notices.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { takeBackup } from '../../bank/backup/take.ts';
import { openVault } from '../../bank/backup/vault.ts';
import { placesOf } from '../../bank/opening/places.ts';
import { type Config, readConfig } from '../../config/settings.ts';
import { openLedger } from '../../db/ledger.ts';
import type { LedgerPlace } from '../../db/platform/ledger-places.ts';
import { SchemaGone } from '../../db/postgres/identity.ts';
import { postgresFault } from '../../scripts/run/postgres-server.ts';
import { tellerIn } from '../db/moves/ground.ts';
import { isAboutFiles } from '../kit/bank/postgres.ts';
import { type Wire, wireTo } from '../kit/outside/postgres-wire.ts';
import { type MovingBank, openMovingBank, SOON } from './moving-bank.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FAR = 'sandbox-3';
const reason = postgresFault();
if (reason !== null) console.warn(`places of ledgers are skipped: ${reason}`);

describe.skipIf(reason !== null)('a bank with a ledger in another database', () => {
  let moving: MovingBank;
  let wire: Wire;
  beforeAll(async () => {
    moving = await openMovingBank('both', async (url) => {
      wire = await wireTo(url);
      return wire.url;
    });
  });
  afterAll(async () => {
    await moving?.bank.close();
    wire?.end();
  });

  /** Runs a command beside the bank. */
  async function ran(script: string, ...args: string[]) {
    const env = { ...process.env, ...moving.settings };
    const options = { cwd: ROOT, env };
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], options);
      return { code: 0, said: stdout };
    } catch (error) {
      const { code, stdout, stderr } = error as Record<string, string>;
      return { code: Number(code), said: `${stdout}${stderr}` };
    }
  }

  test('carries a developer there and back who pays and reads meanwhile', async () => {
    const one = await moving.developer();
    const seen = await one.events();
    const paid = new Map<string, string>();
    let isOver = false;
    async function client(name: string) {
      for (let count = 0; !isOver; count += 1) {
        const key = `${name}-${count}`;
        for (;;) {
          const { status, body } = await one.pay(key);
          if (status === 201 && body.status === 'posted') {
            paid.set(key, body.id);
            break;
          }
          expect([status, body.code]).toEqual([503, 'ledger_unavailable']);
        }
        await new Promise((done) => setTimeout(done, 150));
      }
    }
    async function reader() {
      while (!isOver) {
        const { status, body } = await moving.bank.call('/v1/accounts', { key: one.key });
        if (status === 200) expect(body.data).toHaveLength(2);
        else expect([status, body.code]).toEqual([503, 'ledger_unavailable']);
        await new Promise((done) => setTimeout(done, 20));
      }
    }
    const clients = [...['a', 'b'].map(client), reader()];
    const goTo = async (to: string) => {
      const before = paid.size;
      await vi.waitFor(() => expect(paid.size).toBeGreaterThan(before + 2), SOON);
      // On a slow machine something may still be open when its patience ends: it is asked again.
      let moved = await moving.move(one.developerId, to);
      for (let again = 0; moved.code === 1 && again < 5; again += 1) {
        moved = await moving.move(one.developerId, to);
      }
      expect(moved).toMatchObject({ code: 0, said: expect.stringContaining('is there with') });
      const at = paid.size;
      await vi.waitFor(() => expect(paid.size).toBeGreaterThan(at + 2), SOON);
    };
    const [home = 1] = moving.ledgersOf(one.developerId);
    const back = home === 2 ? 'sandbox-2' : 'sandbox';
    try {
      if (home === 3) await goTo(back);
      await goTo(FAR);
      expect(moving.ledgersOf(one.developerId)).toEqual([3]);
      await goTo(back);
    } finally {
      isOver = true;
      await Promise.allSettled(clients);
    }
    await Promise.all(clients);
    expect(new Set(paid.values()).size).toBe(paid.size);
    expect(await one.balance(one.destinationAccountId)).toBe(100 * paid.size);
    expect(await one.balance(one.sourceAccountId)).toBe(100_000 - 100 * paid.size);
    const after = await one.events();
    expect(after.slice(0, seen.length)).toEqual(seen);
    expect(after.map(({ sequence }) => sequence)).toEqual(after.map((_, at) => at + 1));
    await vi.waitFor(() => expect(moving.violations()).toEqual([]), SOON);
  }, 180_000);

  test('verifies that ledger where it lies, and says so', async () => {
    const { code, said } = await ran('scripts/verify.ts');
    expect(said).toContain('sandbox-3 in east: ');
    expect(said).toContain('production-3: ');
    expect(said).toMatch(/^platform and ledgers: \d+ developers/m);
    expect(said).toContain('the books balance');
    expect(code).toBe(0);
    const { KONTOR_DATABASES: _, ...rest } = moving.settings;
    const env = { ...process.env, ...rest, KONTOR_DATABASES: '' };
    const blind = promisify(execFile)(process.execPath, ['scripts/verify.ts'], { cwd: ROOT, env });
    await expect(blind).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('sandbox-3 in east: NOT CHECKED: KONTOR_DATABASES'),
    });
  }, 120_000);

  test.skipIf(isAboutFiles('a backup of files, and what is not in it'))(
    'leaves that ledger out of a backup, and says so',
    async () => {
      const to = `${moving.bank.dataDir}/backup`;
      const order = { dataDir: moving.bank.dataDir, logKeyDir: null, to, failPoint: () => {} };
      const { logs } = await takeBackup({ ...order, vault: openVault(null) });
      expect(Object.keys(logs)).toContain('production-3');
      expect(Object.keys(logs)).not.toContain(FAR);
      const { said } = await ran('scripts/backup.ts', '--to', `${to}-2`);
      expect(said).toContain('sandbox-3 is in east: not in this backup');
      const restored = await ran('scripts/verify.ts', `${to}-2`);
      expect(restored.said).toContain('sandbox-3 in east: not checked');
      expect(restored).toMatchObject({ code: 0 });
    },
    120_000,
  );

  test.skipIf(isAboutFiles('a backup of files beside rows of another moment'))(
    'that is of another moment than what is restored beside it is found by verify',
    async () => {
      const to = `${moving.bank.dataDir}/backup-before`;
      const one = await moving.developer();
      if (moving.ledgersOf(one.developerId)[0] === 3) await moving.move(one.developerId, 'sandbox');
      const [home = 1] = moving.ledgersOf(one.developerId);
      expect(await ran('scripts/backup.ts', '--to', to)).toMatchObject({ code: 0 });
      const data = `${moving.bank.dataDir}/restored`;
      const restored = await ran('scripts/restore.ts', '--from', to, '--data', data);
      expect(restored).toMatchObject({
        code: 0,
        said: expect.stringContaining('sandbox-3 is in east: not restored, bring schema'),
      });
      const env = { ...process.env, ...moving.settings, KONTOR_DATA_DIR: data };
      const verifyAll = () =>
        promisify(execFile)(process.execPath, ['scripts/verify.ts'], { cwd: ROOT, env });
      expect((await verifyAll()).stdout).toContain('the books balance');
      expect(await moving.move(one.developerId, FAR)).toMatchObject({ code: 0 });
      const place = home === 1 ? 'sandbox' : `sandbox-${home}`;
      await expect(verifyAll()).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringContaining(`has rows here, and the platform has it in ${place}`),
      });
      await moving.move(one.developerId, place);
    },
    180_000,
  );

  test('that is away answers 503 to its developers alone, and takes no developer in', async () => {
    const [one, other] = [await moving.developer(), await moving.developer()];
    if (moving.ledgersOf(one.developerId)[0] !== 3) await moving.move(one.developerId, FAR);
    if (moving.ledgersOf(other.developerId)[0] === 3) {
      await moving.move(other.developerId, 'sandbox');
    }
    expect((await one.pay('before')).status).toBe(201);
    wire.close(true);
    try {
      const refused = await one.pay('away');
      expect([refused.status, refused.body.code]).toEqual([503, 'ledger_unavailable']);
      expect((await other.pay('beside')).status).toBe(201);
      await vi.waitFor(async () => {
        const { status, body } = await moving.bank.call('/readyz');
        expect([status, body]).toEqual([200, { status: 'ready', failing: [FAR] }]);
      }, SOON);
      for (const _ of [1, 2, 3]) {
        const { developerId } = await moving.developer();
        expect(moving.ledgersOf(developerId)).not.toEqual([3]);
      }
      const moved = await moving.move(other.developerId, FAR);
      expect(moved).toMatchObject({ code: 75, said: expect.stringContaining('sandbox-3 in east') });
      expect((await other.pay('still')).status).toBe(201);
      expect((await ran('scripts/verify.ts')).said).toContain('sandbox-3 in east: NOT CHECKED');
    } finally {
      wire.close(false);
    }
    await expect.poll(async () => (await one.pay('away')).status, SOON).toBe(201);
    expect(await moving.move(other.developerId, FAR)).toMatchObject({ code: 0 });
    expect((await other.pay('still')).headers.get('idempotency-replayed')).toBe('true');
    await vi.waitFor(() => expect(moving.violations()).toEqual([]), SOON);
  }, 180_000);

  test('takes in a developer by its address, and no address that no setting names', async () => {
    const one = await moving.developer();
    const [at] = moving.ledgersOf(one.developerId);
    const address = URL.parse(wire.url) as URL;
    address.password = 'not-shown';
    const moved = await moving.move(one.developerId, address.href);
    const said = at === 3 ? `${FAR}: is there` : `${FAR}: is there with`;
    expect(moved).toMatchObject({ code: 0, said: expect.stringContaining(said) });
    expect(moving.ledgersOf(one.developerId)).toEqual([3]);
    address.pathname = '/another';
    const refused = await moving.move(one.developerId, address.href);
    expect(refused).toMatchObject({
      code: 64,
      said: expect.stringContaining('/another (host, port, database and user'),
    });
    expect(`${moved.said}${refused.said}`).not.toContain('not-shown');
    expect(moving.ledgersOf(one.developerId)).toEqual([3]);
  }, 60_000);
});

describe('a ledger of another database', () => {
  const settings = {
    KONTOR_LEDGERS: '3',
    KONTOR_DATABASES: 'east=postgres://h/east,west=postgres://h/west',
  };
  const east: LedgerPlace = { name: FAR, database: 'east', taskQueue: 'bank-0' };
  const ledger = () => openLedger({ environment: 'sandbox', number: 3, file: ':memory:' });

  function opening(config: Config, known: LedgerPlace | null, open = async () => ledger()) {
    const places = new Map(known === null ? [] : [[known.name, known]]);
    return placesOf(config, () => places).opening(FAR, open);
  }

  test('is opened where the platform says, whatever the settings leave out', async () => {
    const found = ledger();
    const open = vi.fn(async () => found);
    const known = { ...east, taskQueue: found.taskQueue };
    expect(await opening(readConfig(settings), known, open)).toBe(found);
    expect(open).toHaveBeenCalledWith({ database: 'east', isThere: true });
  });

  test('is made where the settings say, and else beside the platform', async () => {
    const open = vi.fn(async () => ledger());
    const placed = { ...settings, KONTOR_LEDGER_PLACES: `${FAR}=west` };
    await opening(readConfig(placed), null, open);
    await opening(readConfig(settings), null, open);
    expect(open.mock.calls).toEqual([
      [{ database: 'west', isThere: false }],
      [{ database: null, isThere: false }],
    ]);
  });

  test('does not open where settings and platform disagree, or the name is missing', async () => {
    const moved = readConfig({ ...settings, KONTOR_LEDGER_PLACES: `${FAR}=west` });
    await expect(opening(moved, east)).rejects.toThrow('it is east: a ledger stays');
    const nameless = readConfig({ KONTOR_LEDGERS: '3' });
    await expect(opening(nameless, east)).rejects.toThrow('KONTOR_DATABASES does not name east');
    const here = { ...east, database: null };
    await expect(opening(moved, here)).rejects.toThrow('it is where the platform is');
  });

  test('that is gone, or another one, is not taken for it', async () => {
    const config = readConfig(settings);
    await expect(opening(config, east)).rejects.toThrow('is another ledger than the bank');
    const refuse = () => Promise.reject(new SchemaGone('there is no schema'));
    await expect(opening(config, east, refuse)).rejects.toThrow('is not in east');
    const used = ledger();
    await tellerIn(used).customer();
    const placed = readConfig({ ...settings, KONTOR_LEDGER_PLACES: `${FAR}=west` });
    const adopted = opening(placed, null, async () => used);
    await expect(adopted).rejects.toThrow('west (KONTOR_DATABASES) has a ledger sandbox-3');
  });
});
