// npm run verify: checks that the books in the data directory balance and that the audit log is
// complete. With KONTOR_DATABASE_URL it checks PostgreSQL, and compares the copies in the data
// directory with it. Reads only; the bank may be running. A backup is checked as of its time, and
// any other directory as of --at TIME or of now, because unfinished work in a copy would look
// stuck. Exit code 1 when anything is violated, 64 for wrong arguments, 78 when a file is damaged,
// has no tables or was made by another version of the bank.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { checkDecisionLeaves } from '../ai/decisions/leaves-match.ts';
import { MANIFEST } from '../bank/backup/manifest.ts';
import { readConfig } from '../bank/config/settings.ts';
import { loadArchives } from '../db/archives/archived-rows.ts';
import { archiveFolder } from '../db/archives/folder.ts';
import { type Check, type CheckProgress, checkInvariants, type Verdict } from '../db/invariants.ts';
import { asDamaged, DatabaseDamaged, requireWhole } from '../db/kernel/damage.ts';
import { ledgerFiles } from '../db/kernel/ledger-files.ts';
import {
  countMigrations,
  migrationsOf,
  OtherVersion,
  requireKnown,
} from '../db/kernel/migrations.ts';
import { readLedgerFile } from '../db/kernel/read-only.ts';
import { openSeal, type Seal } from '../db/kernel/seal.ts';
import { checkFirstLeaves } from '../db/log/moved-leaves.ts';
import { checkPlacements } from '../db/moves/placements-check.ts';
import { copyFolder, ledgerSchemas, schemaOf } from '../db/postgres/databases.ts';
import { compareWith, withFreshCopies } from '../db/postgres/verify.ts';
import { checkAudit } from '../identity/audit-check.ts';
import { AUDIT_HEAD_FILE, type HeadFault } from '../identity/audit-head.ts';
import { endWith } from './say.mjs';

/** Exit code of a file that the bank refuses, as the bank has it. */
const EX_CONFIG = 78;
const EX_USAGE = 64;
const printLine = (line: string) => process.stdout.write(`${line}\n`);

async function verify(file: string, archives: string, progress: CheckProgress): Promise<Verdict> {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    requireWhole(db, file, Number.POSITIVE_INFINITY);
    const archived = await loadArchives(db, archives);
    return checkInvariants(db, asOf(), { archived, progress });
  } catch (error) {
    throw asDamaged(error, file);
  } finally {
    db.close();
  }
}

/**
 * Returns the time of the backup in the directory; undefined when the directory is no backup or
 * states no time.
 */
function readBackupTime(folder: string): string | undefined {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) return undefined;
  try {
    const { madeAt } = JSON.parse(readFileSync(file, 'utf8'));
    return Number.isNaN(Date.parse(madeAt)) ? undefined : madeAt;
  } catch {
    return undefined;
  }
}

/** Returns the time as of which unfinished work is late. */
const asOf = () => (madeAt === undefined ? Date.now() : Date.parse(madeAt));

/** Compares the bookings that came from other ledgers with the logs of these ledgers. */
function verifyFirstLeaves(files: ReadonlyMap<string, string>): void {
  const open = new Map(
    [...files].map(([name, file]) => [name, new BetterSqlite3(file, { readonly: true })]),
  );
  const { checked, violations: count, unchecked, examples } = checkFirstLeaves(open);
  for (const db of open.values()) db.close();
  if (unchecked > 0)
    printLine(`moved from ledgers that are not at hand: ${unchecked}, not checked`);
  if (checked === 0) return;
  violations += count;
  printLine(`moved between ledgers: ${checked} bookings`);
  printLine(`  ${count === 0 ? 'holds   ' : 'VIOLATED'} Each booking is as its first log has it.`);
  for (const example of examples) printLine(`           ${JSON.stringify(example)}`);
}

/** Compares the ledgers with the platform, because parts of two backups do not make a bank. */
function verifyPlacements(platform: string, ledgers: ReadonlyMap<string, string>): void {
  const db = new BetterSqlite3(platform, { readonly: true, fileMustExist: true });
  const open = new Map(
    [...ledgers].map(([name, file]) => [name, new BetterSqlite3(file, { readonly: true })]),
  );
  const { checked, violations: count, examples } = checkPlacements(db, open);
  for (const database of [db, ...open.values()]) database.close();
  violations += count;
  if (checked === 0 && count === 0) return;
  printLine(`platform and ledgers: ${checked} developers and sandboxes with rows`);
  printLine(
    `  ${count === 0 ? 'holds   ' : 'VIOLATED'} They belong together: ${PLACEMENT_GUARANTEE}`,
  );
  for (const example of examples) printLine(`           ${JSON.stringify(example)}`);
  if (count > 0) printLine(`           ${DIFFERENT_TIMES_HINT}`);
}

const PLACEMENT_GUARANTEE = 'the platform knows each developer who has rows.';
const DIFFERENT_TIMES_HINT = 'they are of two moments: see "Restore" in docs/operate/runbook.md';

/** Ends with an error when the bank refuses the file, because nothing read from it proves anything. */
async function verifyOrEnd(
  file: string,
  archives: string,
  progress: CheckProgress,
): Promise<Verdict> {
  try {
    return await verify(file, archives, progress);
  } catch (error) {
    return endAsRefused(error);
  }
}

function endAsRefused(error: unknown): never {
  if (!(error instanceof DatabaseDamaged || error instanceof OtherVersion)) throw error;
  process.stderr.write(`kontor: ${error.message}\n`);
  process.exit(EX_CONFIG);
}

/**
 * Ends with an error when a version of the bank that this one does not know made the file, or when
 * the file has no tables: it was emptied, or the bank was ended while it made the file.
 */
function requireKnownVersion(file: string, schema: 'ledger' | 'platform'): void {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    requireKnown(db, migrationsOf(schema));
    if (countMigrations(db) > 0) return;
    process.stderr.write(
      `kontor: ${file} has no tables: start the bank once, or restore it from a backup\n`,
    );
    process.exit(EX_CONFIG);
  } catch (error) {
    endAsRefused(asDamaged(error, file));
  } finally {
    db.close();
  }
}

const AUDIT_FAULTS: Readonly<Record<HeadFault, string>> = {
  missing: 'its head (audit.head) is missing',
  unreadable: 'its head (audit.head) cannot be read',
  forged:
    'its head (audit.head) was not written by this bank, or was written with another payload key',
  cut: 'it does not lead to its head (audit.head): entries were removed or replaced',
};

/** Returns the acts of operators that have written to a ledger. */
function readActMarks(file: string): string[] {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    return db.prepare<[], string>('SELECT act_id FROM act_marks').pluck().all();
  } finally {
    db.close();
  }
}

/**
 * Checks the audit log: its chain of hashes, and that it ends at the head in audit.head.
 */
function verifyAudit(file: string, marks: readonly string[]): number {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    requireWhole(db, file, Number.POSITIVE_INFINITY);
    const seal = findSeal();
    const headFile = join(dataDir, AUDIT_HEAD_FILE);
    const check = checkAudit(db, { headFile, seal, marks });
    const { broken, missing, head, fault, acts } = check;
    printLine(`audit log: ${head.count} entries, last hash ${head.hash}`);
    const printGuarantee = (isHeld: boolean, text: string) =>
      printLine(`  ${isHeld ? 'holds   ' : 'VIOLATED'} ${text}`);
    printGuarantee(broken.length === 0, 'Each entry has the hash of itself and of the one before.');
    for (const id of broken)
      printLine(`           entry ${id} was changed, or stands where another stood`);
    printGuarantee(missing.length === 0, 'No entry is missing.');
    for (const id of missing) printLine(`           entry ${id} is not there`);
    printGuarantee(fault === null, 'The log has its recorded length and its recorded last entry.');
    if (fault !== null) printLine(`           ${AUDIT_FAULTS[fault]}`);
    if (seal === null) printLine('           not checked: whose head it is (no payload key here)');
    printGuarantee(
      acts.faults.length === 0,
      'Each act of an operator has one end or is unfinished.',
    );
    for (const { act, says } of acts.faults) printLine(`           ${act} ${says}`);
    if (acts.open > 0) printLine(`           open: ${acts.open}, which the bank settles`);
    return check.violations;
  } catch (error) {
    return endAsRefused(asDamaged(error, file));
  } finally {
    db.close();
  }
}

/**
 * Opens the seal of the deployment; null when its key is not here, because a check must not make a
 * key.
 */
function findSeal(): Seal | null {
  const file = join(dataDir, 'payload.key');
  const { payloadKey } = readConfig();
  return payloadKey === null && !existsSync(file) ? null : openSeal(payloadKey, file);
}

const {
  values: { at },
  positionals: [name],
} = parseArgs({ allowPositionals: true, options: { at: { type: 'string' } } });
if (at !== undefined && Number.isNaN(Date.parse(at))) {
  process.stderr.write(`kontor: --at is no time: ${at}\n`);
  process.exit(EX_USAGE);
}
const dataDir = resolve(name ?? readConfig().dataDir);
const config = { ...readConfig(), dataDir };
const { databaseUrl } = config;
const madeAt = name === undefined ? at : (at ?? readBackupTime(dataDir));
let violations = 0;
let ledgers = 0;
const marks: string[] = [];

async function verifyLedger(name: string, file: string): Promise<void> {
  ledgers += 1;
  const verdict = await verifyOrEnd(file, archiveFolder(dataDir, name), {
    onCounted: ({ transactions, entries }) =>
      printLine(`${name}: ${transactions} transactions, ${entries} entries`),
    onChecked: printCheck,
  });
  marks.push(...readActMarks(file));
  verifyDecisions(name, file);
  printLine(`  checked in ${verdict.durationMs} ms`);
}

function printCheck(check: Check): void {
  violations += check.violations;
  printLine(`  ${check.violations === 0 ? 'holds   ' : 'VIOLATED'} ${check.guarantee}`);
  for (const example of check.examples) printLine(`           ${JSON.stringify(example)}`);
}

/** Compares the rows of decisions about customers with the log. */
function verifyDecisions(name: string, file: string): void {
  const environment = name === 'production' ? 'production' : 'sandbox';
  const ledger = readLedgerFile(file, environment, asOf());
  try {
    const decisionCheck = checkDecisionLeaves(ledger);
    printCheck(decisionCheck);
    if (decisionCheck.unchecked > 0)
      printLine(`           not checked: ${decisionCheck.unchecked} decisions in archives`);
  } finally {
    ledger.database.close();
  }
}

/** Compares the local copies with the rows of PostgreSQL. */
function verifyCopies(url: string, name: string, freshFile: string): void {
  const copies = { url, name, dataDir: copyFolder(config) };
  const { compared, behind, differences } = compareWith(freshFile, copies);
  violations += differences.length;
  for (const name of compared) {
    const ownDifferences = differences.filter((difference) => difference.startsWith(`${name}: `));
    printLine(
      `  ${ownDifferences.length === 0 ? 'holds   ' : 'VIOLATED'} ${name} has the rows of PostgreSQL.`,
    );
    for (const difference of ownDifferences) printLine(`           ${difference}`);
  }
  for (const name of behind) printLine(`  not compared: ${name}, which stands at another commit`);
}

/** Checks the rows of PostgreSQL, and compares the local copies with them. */
async function verifySchemas(url: string): Promise<void> {
  const names = await ledgerSchemas(url);
  await withFreshCopies(url, [...names, 'platform'].map(schemaOf), async (files) => {
    const fileOf = (name: string) => files.get(schemaOf(name)) ?? '';
    const filesByLedger = new Map(names.map((name) => [name, fileOf(name)]));
    await verifyAll(filesByLedger, fileOf('platform'), (name) =>
      verifyCopies(url, schemaOf(name), fileOf(name)),
    );
  });
}

/** Checks the files of the data directory. */
async function verifyFiles(names: readonly string[]): Promise<void> {
  const fileOf = (name: string) => join(dataDir, `${name}.db`);
  for (const name of names) requireKnownVersion(fileOf(name), 'ledger');
  if (existsSync(fileOf('platform'))) requireKnownVersion(fileOf('platform'), 'platform');
  await verifyAll(new Map(names.map((name) => [name, fileOf(name)])), fileOf('platform'));
}

/**
 * @param filesByLedger the file of each ledger
 * @param platform the file of the platform
 * @param compare called for each ledger and for the platform
 */
async function verifyAll(
  filesByLedger: ReadonlyMap<string, string>,
  platform: string,
  compare: (name: string) => void = () => {},
): Promise<void> {
  for (const [name, file] of filesByLedger) {
    await verifyLedger(name, file);
    compare(name);
  }
  verifyFirstLeaves(filesByLedger);
  if (existsSync(platform)) {
    verifyPlacements(platform, filesByLedger);
    checkPlatform(platform);
  }
  compare('platform');
}

const checkPlatform = (file: string) => {
  violations += verifyAudit(file, marks);
};
if (databaseUrl === null) await verifyFiles(ledgerFiles(dataDir));
else await verifySchemas(databaseUrl);
if (ledgers === 0) printLine(`no ledger in ${dataDir}: start the bank once`);
else printLine(violations === 0 ? 'the books balance' : `${violations} violations`);
await endWith(violations === 0 && ledgers > 0 ? 0 : 1);
