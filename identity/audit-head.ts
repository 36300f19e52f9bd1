// The head of the audit log: its length and last hash, sealed with the deployment's key in a file.
// With SQL alone the end of a hash chain can be cut off without a trace; the head reveals that. A
// head that contradicts the log is never overwritten, because it is the evidence.

import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Seal, sealKeyOf } from '../db/kernel/seal.ts';
import type { AuditStore } from '../db/platform/audit.ts';
import type { AuditHead } from '../db/platform/audit-chain.ts';

/** Name of the file in the data directory. */
export const AUDIT_HEAD_FILE = 'audit.head';
const CONTEXT = 'audit/head';
/** Options of a draft: readable only by its owner, new, and flushed before it replaces the head. */
const DRAFT_OPTIONS = { mode: 0o600, flag: 'wx', flush: true } as const;

export type HeadFault = 'missing' | 'unreadable' | 'forged' | 'cut';

/** The contradiction between a head and a log; null when they agree. */
export function compareHead(
  head: AuditHead | 'missing' | 'unreadable' | 'forged',
  { count, hashAt }: { readonly count: number; hashAt(count: number): string | null },
): HeadFault | null {
  if (typeof head === 'string') return count === 0 && head === 'missing' ? null : head;
  if (head.count > count) return 'cut';
  if (head.count === 0) return null;
  return hashAt(head.count) === head.hash ? null : 'cut';
}

/**
 * Reads a head.
 * @param seal null when the key is missing: the head is then accepted unverified
 */
export function readHead(
  file: string,
  seal: Seal | null,
): AuditHead | 'missing' | 'unreadable' | 'forged' {
  if (!existsSync(file)) return 'missing';
  let values: { count: number; hash: string; seal: string };
  try {
    values = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return 'unreadable';
  }
  const { count, hash } = values;
  if (!Number.isSafeInteger(count) || typeof hash !== 'string') return 'unreadable';
  if (seal === null) return { count, hash };
  try {
    return seal.open(String(values.seal), CONTEXT) === textOf({ count, hash })
      ? { count, hash }
      : 'forged';
  } catch {
    return 'forged';
  }
}

/** Id of the key that sealed a head; null without a readable head. */
export function headKeyId(file: string): string | null {
  try {
    return sealKeyOf(String(JSON.parse(readFileSync(file, 'utf8')).seal)) || null;
  } catch {
    return null;
  }
}

export interface HeadKeeper {
  /** To be called after every commit; writes the head within a tenth of a second. */
  onCommit(): void;
  /** Writes the pending head at once. */
  flush(): void;
}

export interface KeeperOptions {
  readonly file: string;
  readonly seal: Seal;
  readonly audit: AuditStore;
  readonly onFault: (fault: HeadFault) => void;
  /** True when commits of other processes become visible here with a delay. */
  readonly isCopy?: boolean;
}

/** Milliseconds to wait for the rows of a head that is ahead of this copy. */
const BEHIND_MS = 10_000;
const RETRY_MS = 250;
/** Commits within this time share one head, because each head costs two writes to the disk. */
const BATCH_MS = 100;

/** A draft exists for milliseconds; an older one is of a process that ended while it wrote. */
const DRAFT_LASTS_MS = 60_000;

/** Removes the drafts that killed processes have left beside the head. */
function removeAbandonedDrafts(file: string): void {
  const folder = dirname(file);
  const prefix = `${basename(file)}.`;
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names.filter((name) => name.startsWith(prefix))) {
    const draft = join(folder, name);
    // Another process may have put it in place meanwhile.
    const since = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > DRAFT_LASTS_MS) rmSync(draft, { force: true });
  }
}

/** Keeps the head of a log that this process, and possibly others, write. */
export function createHeadKeeper(options: KeeperOptions): HeadKeeper {
  const { file, seal, audit, onFault, isCopy = false } = options;
  removeAbandonedDrafts(file);
  let isPlanned = false;
  let isBroken = false;
  let writtenCount = -1;
  let behindSince: number | null = null;
  let backgroundWrites = Promise.resolve();

  /** True while the rows of a head of another process are not visible here yet. */
  function isBehind(head: ReturnType<typeof readHead>, count: number): boolean {
    if (!isCopy || typeof head === 'string' || head.count <= count) {
      behindSince = null;
      return false;
    }
    behindSince ??= performance.now();
    return performance.now() - behindSince < BEHIND_MS;
  }

  /** The head to write; null when nothing has to or may be written. */
  function headToWrite(): AuditHead | null {
    isPlanned = false;
    if (isBroken) return null;
    // The head is read before the log, so that entries of another process in between make the log
    // longer than its head, never shorter.
    const storedHead = readHead(file, seal);
    const head = audit.head();
    if (head.count === writtenCount) return null;
    if (isBehind(storedHead, head.count)) {
      setTimeout(onCommit, RETRY_MS).unref();
      return null;
    }
    // The first head of a log has no predecessor.
    const isFirst = storedHead === 'missing' && !audit.hasAction('audit.head_begun');
    const mismatch = isFirst ? null : compareHead(storedHead, { ...head, hashAt: audit.hashAt });
    if (mismatch !== null) {
      isBroken = true;
      onFault(mismatch);
      return null;
    }
    return head;
  }

  function renderHead(head: AuditHead): string {
    const sealed = seal.seal(textOf(head), CONTEXT);
    return `${JSON.stringify({ ...head, at: new Date().toISOString(), seal: sealed })}\n`;
  }

  function replaceHead(draft: string, { count }: AuditHead): void {
    renameSync(draft, file);
    writtenCount = count;
  }

  function flush(): void {
    const head = headToWrite();
    if (head === null) return;
    const draft = `${file}.${process.pid}`;
    rmSync(draft, { force: true });
    writeFileSync(draft, renderHead(head), DRAFT_OPTIONS);
    replaceHead(draft, head);
  }

  /** Writes the head without blocking the thread while the disk writes. */
  async function flushInBackground(): Promise<void> {
    if (!isPlanned) return;
    const head = headToWrite();
    if (head === null) return;
    const draft = `${file}.${process.pid}.next`;
    await rm(draft, { force: true });
    await writeFile(draft, renderHead(head), DRAFT_OPTIONS);
    // The shutdown may have written a later head meanwhile.
    if (head.count > writtenCount) replaceHead(draft, head);
    else await rm(draft, { force: true });
  }

  function onCommit(): void {
    if (isPlanned || isBroken) return;
    isPlanned = true;
    setTimeout(() => {
      // After a failure (disk full) the earlier head stays, and the next commit tries again.
      backgroundWrites = backgroundWrites.then(flushInBackground).catch(() => {});
    }, BATCH_MS).unref();
  }

  return { onCommit, flush };
}

function textOf({ count, hash }: AuditHead): string {
  return `${count} ${hash}`;
}
