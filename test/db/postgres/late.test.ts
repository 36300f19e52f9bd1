// A process starts while the server of a ledger is away: the ledger opens over the copy that was
// kept, or unread where there is none, and is brought up to date once the server answers and has
// the same ledger.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LedgerUnread } from '../../../db/kernel/unread.ts';
import { openLedger } from '../../../db/ledger.ts';
import { databasesOf, type Place } from '../../../db/postgres/databases.ts';
import { ownNameIn } from '../../../ledger/task-queue.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { wireTo } from '../../kit/outside/postgres-wire.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { tellerIn } from '../moves/ground.ts';
import { ledgerDatabase, openedUntilEnd, queryServer } from './rig.ts';
import { postgresForTests } from './server.ts';

const server = await postgresForTests();
const SOON = { timeout: 20_000, interval: 50 };

interface Start {
  readonly address?: string;
  readonly dataDir?: string;
  /** What the platform knows the ledger by; needed where its server is away. */
  readonly ownName?: string;
}

const nameOf = ({ taskQueue }: { readonly taskQueue: string }) => ownNameIn(taskQueue);

/** A ledger on a server behind a wire, and a process that opens it anew each time. */
async function ledgerBehindWire() {
  const url = await ledgerDatabase(server as PostgresServer);
  const wire = await wireTo(url);
  const where = {
    databaseUrl: null,
    dataDir: temporaryFolder(),
    copyDir: null,
  };
  onTestFinished(() => wire.end());
  async function start({ ownName = '', ...elsewhere }: Start = {}) {
    const { address = wire.url, ...folder } = elsewhere;
    const databases = databasesOf({ ...where, ...folder, databases: { east: address } });
    const hearing = { stays: vi.fn((_: Error) => {}), opens: vi.fn() };
    const late = { ...hearing, ledger: 'sandbox', ownName };
    let closing: Promise<void> | null = null;
    const stop = () => {
      closing ??= databases.close();
      return closing;
    };
    onTestFinished(stop);
    const opening = (place: Place) => openLedger({ environment: 'sandbox', ...place });
    const ledger = await databases.open('sandbox', opening, {
      database: 'east',
      isThere: true,
      late,
    });
    const customers = () =>
      ledger.database.raw.prepare<[], number>('SELECT count(*) FROM customers').pluck().get();
    const reasons = () => late.stays.mock.calls.map(([reason]) => reason.message).join('\n');
    return { ledger, late, customers, reasons, stop };
  }
  return { url, wire, start };
}

describe.skipIf(server === null)('a ledger whose server is away at the start', () => {
  test('opens over its copy, takes no write, and hears of all that others wrote', async () => {
    const { url, wire, start } = await ledgerBehindWire();
    const before = await start();
    await tellerIn(before.ledger).customer();
    expect(before.late.stays).not.toHaveBeenCalled();
    await before.stop();
    const beside = await openedUntilEnd({ url, environment: 'sandbox' });
    await tellerIn(beside.ledger).customer();

    wire.close(true);
    const ownName = nameOf(before.ledger);
    const { ledger, late, customers, stop } = await start({ ownName });
    expect(late.stays).toHaveBeenCalledOnce();
    expect(ledger.taskQueue).toBe(before.ledger.taskQueue);
    expect(customers()).toBe(1);
    await expect(ledger.tryWrite()).rejects.toThrow('could not commit');
    await expect(tellerIn(ledger).customer()).rejects.toThrow('could not commit');
    expect(late.opens).not.toHaveBeenCalled();

    wire.close(false);
    await vi.waitFor(() => expect(late.opens).toHaveBeenCalledOnce(), SOON);
    expect(customers()).toBe(2);
    await tellerIn(ledger).customer();
    expect(customers()).toBe(3);
    await tellerIn(beside.ledger).customer();
    await vi.waitFor(() => expect(customers()).toBe(4), SOON);
    await stop();
  }, 60_000);

  test('stays closed while another ledger, or none, is there', async () => {
    const { url, wire, start } = await ledgerBehindWire();
    const before = await start();
    await before.stop();
    wire.close(true);
    const own = nameOf(before.ledger);
    const { ledger, late, reasons, stop } = await start({ ownName: own });
    await queryServer(url, "UPDATE ledger SET name = 'another'");
    wire.close(false);
    await vi.waitFor(() => expect(reasons()).toContain('has the ledger another'), SOON);
    await expect(ledger.tryWrite()).rejects.toThrow('could not commit');

    await queryServer(url, 'ALTER SCHEMA ledger_sandbox RENAME TO elsewhere');
    await vi.waitFor(() => expect(reasons()).toContain('there is no schema'), SOON);
    expect(late.opens).not.toHaveBeenCalled();
    await queryServer(url, 'ALTER SCHEMA elsewhere RENAME TO ledger_sandbox');
    await queryServer(url, `UPDATE ledger SET name = '${own}'`);
    await vi.waitFor(() => expect(late.opens).toHaveBeenCalledOnce(), SOON);
    await ledger.tryWrite();
    await stop();
  }, 60_000);

  test('is away, too, while its host has no address', async () => {
    const { start } = await ledgerBehindWire();
    await (await start()).stop();
    const address = 'postgres://kontor@no-such-host.invalid:5432/east';
    const { ledger, late } = await start({ address });
    expect(late.stays).toHaveBeenCalledOnce();
    await expect(ledger.tryWrite()).rejects.toThrow('could not commit');
  }, 60_000);

  test('is not read before it has rows where this process has kept no copy', async () => {
    const { wire, start } = await ledgerBehindWire();
    const before = await start();
    await tellerIn(before.ledger).customer();
    await before.stop();
    wire.close(true);
    const empty = { ownName: nameOf(before.ledger), dataDir: temporaryFolder() };
    const { ledger, late, customers, stop } = await start(empty);
    expect(late.stays).toHaveBeenCalledOnce();
    expect(ledger.taskQueue).toBe(before.ledger.taskQueue);
    expect(ledger.database.isReadable()).toBe(false);
    expect(customers).toThrow(LedgerUnread);
    expect(() => ledger.file).toThrow(LedgerUnread);
    await expect(tellerIn(ledger).customer()).rejects.toThrow('could not commit');

    wire.close(false);
    await vi.waitFor(() => expect(late.opens).toHaveBeenCalledOnce(), SOON);
    expect(customers()).toBe(1);
    expect(ledger.file).toContain(empty.dataDir);
    await tellerIn(ledger).customer();
    expect(customers()).toBe(2);
    await stop();
  }, 60_000);

  test('stays unread while another ledger is there, whatever this process has kept', async () => {
    const { url, wire, start } = await ledgerBehindWire();
    const before = await start();
    await before.stop();
    await queryServer(url, "UPDATE ledger SET name = 'another'");
    wire.close(true);
    const empty = { ownName: nameOf(before.ledger), dataDir: temporaryFolder() };
    const { late, customers, reasons } = await start(empty);
    wire.close(false);
    await vi.waitFor(() => expect(reasons()).toContain('has the ledger another'), SOON);
    expect(customers).toThrow(LedgerUnread);
    expect(late.opens).not.toHaveBeenCalled();
  }, 60_000);

  test('is upgraded where a release with migrations found its server away', async () => {
    const { url, wire, start } = await ledgerBehindWire();
    const before = await start();
    await tellerIn(before.ledger).customer();
    await before.stop();
    await queryServer(url, "UPDATE commit_head SET version = 'of the release before'");
    wire.close(true);
    const { late, customers, ledger } = await start({
      ownName: nameOf(before.ledger),
      dataDir: temporaryFolder(),
    });
    wire.close(false);
    await vi.waitFor(() => expect(late.opens).toHaveBeenCalledOnce(), SOON);
    expect(customers()).toBe(1);
    await tellerIn(ledger).customer();
  }, 60_000);

  test('ends with its process while it is away', async () => {
    const { wire, start } = await ledgerBehindWire();
    const before = await start();
    await before.stop();
    wire.close(true);
    const { late, stop } = await start({ ownName: nameOf(before.ledger) });
    await stop();
    wire.close(false);
    await new Promise((done) => setTimeout(done, 1_500));
    expect(late.opens).not.toHaveBeenCalled();
  }, 60_000);
});
