// Opens the bank's databases: SQLite files, or PostgreSQL with a copy of each schema in the data
// directory.

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { bankNameIn, bankNameOf, ensureBankName, requireBank } from '../kernel/bank-name.ts';
import { type Database, openDatabase, type WritableDatabase } from '../kernel/connect.ts';
import { sortLedgerNames } from '../kernel/ledger-files.ts';
import type { SubjectSchema } from '../kernel/subject-schema.ts';
import { type Followers, watchFollowers } from './followers.ts';
import { type WriteGate, writeGate } from './gate.ts';
import { connectTo } from './hosts.ts';
import { SchemaGone } from './identity.ts';
import { type Lease, openLease, processName, type Role } from './lease.ts';
import type { DatabaseNotices } from './notices.ts';
import { openReplica, type Replica, type ReplicaOptions } from './replica.ts';
import { createSeenCommits, type SeenCommits } from './seen-commits.ts';
import { offerSnapshots, type WrittenOut } from './snapshot.ts';
import { requireConfiguredLocation } from './storage-place.ts';

/** A path of a database, and the database itself where it is open already. */
export interface SchemaFiles {
  readonly file: string;
  readonly database?: WritableDatabase;
  /** The bank that a ledger belongs to; omitted for the platform, which stores the name itself. */
  readonly bank?: string;
}

export interface SchemaTerms {
  /** True when the bank had the schema before: creating it anew would hide a loss. */
  readonly mustExist?: boolean;
  /** Subjects whose tables a new schema in PostgreSQL lacks; as for `openReplica`. */
  readonly absent?: readonly SubjectSchema[];
}

export interface Databases {
  /**
   * Opens the rows of a schema; `opening` may itself read and write a little.
   * @param name `platform`, which comes first, or the name of a ledger
   * @throws SchemaGone when the schema should exist and does not
   * @throws WrongBankLocation when the settings would create a second bank
   * @throws WrongBank when the database belongs to another bank than the data directory
   */
  open<T>(name: string, opening: (place: SchemaFiles) => T, terms?: SchemaTerms): Promise<T>;
  /**
   * Makes this process the writer if the bank has none, and a follower of the writer otherwise; on
   * files, a process is always the writer. To be called once, when all databases are open.
   */
  takeRole(hooks: RoleHooks): Promise<ProcessRole>;
  /** Resolves when all writes are committed and all databases are closed. */
  close(): Promise<void>;
}

/** Called when the role of this process changes. */
interface RoleHooks {
  /**
   * Called when this process becomes the writer; not called when it is the writer from the start.
   */
  lead(epoch: number): void;
  /** Called when another process has become the writer: this one never writes again. */
  replaced(detail: string): void;
  fault(error: unknown): void;
  /** Called in the writer with the processes that follow it, at first and when they change. */
  followed(processes: readonly string[]): void;
}

/** The role of this process among the processes of the bank. */
export interface ProcessRole {
  role(): Role;
  /** 0 on files. */
  epoch(): number;
  /** The process that writes, as this one last read; null on files. */
  writer(): string | null;
  /** Age in milliseconds of the data that this process reads; 0 for the writer, null while it is unknown. */
  ageMs(): number | null;
  /** Commits that this process lacks, as last seen. */
  behind(): number;
  /** Writes that wait for this process to take over. */
  parked(): number;
  /** Processes that follow this one; none on files, or when this process follows. */
  standbys(): readonly string[];
  /** True when another process follows this one, and would take over. */
  isFollowed(): Promise<boolean>;
  /** The commits of the bank as clients name them; null on files, where one process has all. */
  readonly seen: SeenCommits | null;
  /** Stops writing and releases the lease, after the running writes are committed. */
  handOver(): Promise<void>;
}

/** A bank on files has one process. */
export const SINGLE_PROCESS: ProcessRole = {
  role: () => 'writer',
  epoch: () => 0,
  writer: () => null,
  ageMs: () => 0,
  behind: () => 0,
  parked: () => 0,
  standbys: () => [],
  isFollowed: async () => false,
  seen: null,
  async handOver() {},
};

/** The location of the rows, from the settings. */
export interface RowsLocation {
  /** Database of the platform, or null for files. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Folder of the copies, or null for the data directory. */
  readonly copyDir: string | null;
}

/** The folder of the copies. */
export const copyFolder = ({ copyDir, dataDir }: RowsLocation) => resolve(copyDir ?? dataDir);

/**
 * Returns the databases at the configured location.
 * @param notices receives the notices that a person needs to see; optional
 */
export function databasesOf(location: RowsLocation, notices?: DatabaseNotices): Databases {
  /** Bank named by the data directory, or by the platform database opened for it. */
  let bank = bankNameOf(location.dataDir);
  const options = notices ? { notices } : {};
  const gate = writeGate();
  const session = `kontor-${randomUUID()}`;
  const databaseUrl =
    location.databaseUrl === null ? null : sessionUrl(location.databaseUrl, session);
  const openedReplicas: Pick<Replica, 'close'>[] = [];
  const offers: { stop(): Promise<void> }[] = [];
  /** The databases on PostgreSQL, by their schemas. */
  const replicas = new Map<string, Replica>();
  /** The ledgers, without the platform. */
  const ledgers: Replica[] = [];
  // A process that learns of a changed developer must already have the developer's rows of all
  // ledgers.
  const precedence = {
    setName: 'developers changed',
    catchUpOthers: async () => void (await Promise.all(ledgers.map(({ catchUp }) => catchUp()))),
  };
  let writerRole: ProcessRole | null = null;
  const bankOption = () => (bank === null ? {} : { bank });

  const folder = join(resolve(location.dataDir), 'snapshots');

  /**
   * Opens a schema. A process without a copy receives one from another process, and then offers its
   * own to others.
   */
  async function openSharedReplica(options: ReplicaOptions): Promise<Replica> {
    const { url, name } = options;
    const replica = await openReplica({ ...options, snapshots: { folder } });
    const { version, file } = replica;
    const isWriter = () => writerRole?.role() === 'writer';
    const reportWritten = (detail: WrittenOut) => notices?.onCopyWritten(name, detail);
    const offer = offerSnapshots({
      url,
      name,
      version,
      folder,
      file,
      isWriter,
      reportWritten,
    });
    offers.push(offer);
    return replica;
  }

  /** Opens a ledger inside a write, because opening reads and writes a few rows. */
  function openLedgerOn<T>(replica: Replica, opening: (place: SchemaFiles) => T): Promise<T> {
    openedReplicas.push(replica);
    const { database, file, writeOpening } = replica;
    return writeOpening(() => opening({ file, database, ...bankOption() }));
  }

  /** @throws WrongBank when the data directory is of another bank, or the bank does not exist */
  async function openPlatform<T>(opening: (place: SchemaFiles) => T): Promise<T> {
    requireConfiguredLocation(location);
    const { dataDir } = location;
    const url = databaseUrl;
    const file = join(resolve(dataDir), 'platform.db');
    if (url === null) {
      if (bank !== null && !existsSync(file)) requireBank(bank, null, dataDir);
      const database = openDatabase(file, 'platform');
      try {
        bank = storeBankName(database);
        return opening({ file, database });
      } catch (error) {
        database.close();
        throw error;
      }
    }
    const replica = await openSharedReplica({
      ...{
        url,
        folder: copyFolder(location),
        name: 'platform',
        schema: 'platform',
        precedence,
        gate,
      },
      ...{ bank, mustExist: bank !== null, ...options },
    }).catch((error: unknown) => {
      if (bank !== null && error instanceof SchemaGone) requireBank(bank, null, dataDir);
      throw error;
    });
    openedReplicas.push(replica);
    replicas.set('platform', replica);
    const { database, writeOpening } = replica;
    bank = storeBankName(database);
    return writeOpening(() => opening({ file: replica.file, database }));
  }

  function storeBankName(database: Database): string {
    const name = bankNameIn(database.raw) ?? '';
    ensureBankName(location.dataDir, name);
    return name;
  }

  let followers: Followers | null = null;
  let standbys: readonly string[] = [];
  return {
    async open(name, opening, { mustExist = false, absent } = {}) {
      if (name === 'platform') return openPlatform(opening);
      const { dataDir } = location;
      const url = databaseUrl;
      if (url === null) {
        const file = join(resolve(dataDir), `${name}.db`);
        if (mustExist && !existsSync(file)) throw new SchemaGone(`${file} is missing`);
        return opening({ file, ...bankOption() });
      }
      const place = { url, folder: copyFolder(location), name: schemaOf(name), gate };
      const replica = await openSharedReplica({
        ...{ ...place, mustExist, absent, bank, ...options },
        schema: 'ledger',
      });
      ledgers.push(replica);
      replicas.set(place.name, replica);
      return openLedgerOn(replica, opening);
    },
    async takeRole(hooks) {
      if (databaseUrl === null) return SINGLE_PROCESS;
      const schemas = new Map([...replicas].map(([name, { version }]) => [name, version]));
      let isOpen = false;
      gate.close();
      const lease = await openLease({
        ...{ url: databaseUrl, session, schemas, fault: hooks.fault },
        lead(epoch) {
          gate.open(epoch);
          if (isOpen) hooks.lead(epoch);
        },
        replaced(detail) {
          gate.end(detail);
          hooks.replaced(detail);
        },
      });
      isOpen = true;
      writerRole = createRole(lease, { replicas, gate, standbys: () => standbys });
      const headOf = ([name, replica]: [string, Replica]) =>
        [name, replica.position().number] as const;
      followers = watchFollowers({
        url: databaseUrl,
        heads: () => new Map([...replicas].map(headOf)),
        copy: `${hostname()}:${replicas.get('platform')?.file}`,
        process: processName(),
        isWriter: () => lease.role() === 'writer',
        onFollowers(processes) {
          standbys = processes;
          hooks.followed(processes);
        },
      });
      return writerRole;
    },
    async close() {
      await Promise.all(offers.map((offer) => offer.stop()));
      await followers?.stop();
      await writerRole?.handOver();
      await Promise.all(openedReplicas.map((replica) => replica.close()));
    },
  };
}

interface FollowedDatabases {
  readonly replicas: ReadonlyMap<string, Replica>;
  readonly gate: WriteGate;
  readonly standbys: () => readonly string[];
}

function createRole(lease: Lease, { replicas, gate, standbys }: FollowedDatabases): ProcessRole {
  /** Time at which the copy was last known to be complete. */
  let completeAt: number | null = null;
  const behind = () => {
    const { heads } = lease.lastReading() ?? {};
    const missingByReplica = [...replicas].map(
      ([name, replica]) => (heads?.get(name) ?? 0) - replica.position().number,
    );
    return missingByReplica.reduce((sum, missing) => sum + Math.max(0, missing), 0);
  };
  const stopReason = 'this process is being stopped';
  return {
    role: lease.role,
    epoch: lease.epoch,
    writer: lease.writer,
    behind,
    ageMs() {
      if (lease.role() === 'writer') return 0;
      const sight = lease.lastReading();
      if (sight !== null && behind() === 0) completeAt = Math.max(completeAt ?? 0, sight.at);
      return completeAt === null ? null : performance.now() - completeAt;
    },
    parked: gate.waiting,
    standbys: () => (lease.role() === 'writer' ? standbys() : []),
    isFollowed: () => lease.isFollowed().catch(() => false),
    seen: createSeenCommits(replicas),
    async handOver() {
      gate.end(stopReason);
      await Promise.all([...replicas.values()].map((replica) => replica.idle()));
      await lease.release();
    },
  };
}

/** Names the sessions of this process, because a process that takes over ends them by that name. */
function sessionUrl(url: string, session: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}application_name=${session}`;
}

/** The schema of `platform` or of a ledger, by its name. */
export function schemaOf(name: string): string {
  return name === 'platform' ? name : `ledger_${name.replaceAll('-', '_')}`;
}

/** Names of the ledgers that have a schema in a database. */
export async function ledgerSchemas(url: string): Promise<string[]> {
  const client = await connectTo(url);
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'ledger\\_%'",
    );
    return sortLedgerNames(
      rows.map(({ name }) => name.slice('ledger_'.length).replaceAll('_', '-')),
    );
  } finally {
    await client.end();
  }
}
