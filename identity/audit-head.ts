// The head of the audit log, sealed with the deployment's key in a file beside the databases: SQL
// alone can cut the end off a hash chain without a trace, so the end is kept elsewhere. A head that
// the log does not lead to is never overwritten: it is the evidence of the loss.

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { type Seal, sealKeyOf } from '../db/kernel/seal.ts';
import type { AuditBook } from '../db/platform/audit.ts';
import type { AuditHead } from '../db/platform/audit-chain.ts';

/** In the data directory. */
export const AUDIT_HEAD_FILE = 'audit.head';
const CONTEXT = 'audit/head';
/** Mode of a draft: readable by its owner alone, new, and flushed before it replaces the head. */
const WHOLE = { mode: 0o600, flag: 'wx', flush: true } as const;

export type HeadFault = 'missing' | 'unreadable' | 'forged' | 'cut';

/** Compares a head with a log. */
export function compareHead(
  kept: AuditHead | 'missing' | 'unreadable' | 'forged',
  { count, hashAt }: { readonly count: number; hashAt(count: number): string | null },
): HeadFault | null {
  if (typeof kept === 'string') return count === 0 && kept === 'missing' ? null : kept;
  if (kept.count > count) return 'cut';
  if (kept.count === 0) return null;
  return hashAt(kept.count) === kept.hash ? null : 'cut';
}

/**
 * Reads a head.
 * @param seal null: the key is missing, so the head is believed as it stands
 */
export function readHead(
  file: string,
  seal: Seal | null,
): AuditHead | 'missing' | 'unreadable' | 'forged' {
  if (!existsSync(file)) return 'missing';
  let found: { count: number; hash: string; seal: string };
  try {
    found = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return 'unreadable';
  }
  const { count, hash } = found;
  if (!Number.isSafeInteger(count) || typeof hash !== 'string') return 'unreadable';
  if (seal === null) return { count, hash };
  try {
    return seal.open(String(found.seal), CONTEXT) === textOf({ count, hash })
      ? { count, hash }
      : 'forged';
  } catch {
    return 'forged';
  }
}

/** Name of the key that sealed a head, or null without a readable head. */
export function headKeyId(file: string): string | null {
  try {
    return sealKeyOf(String(JSON.parse(readFileSync(file, 'utf8')).seal)) || null;
  } catch {
    return null;
  }
}

export interface HeadKeeper {
  /** Hears of every commit; the head follows within a tenth of a second. */
  onCommit(): void;
  /** Writes the pending head at once. */
  flush(): void;
}

export interface KeeperOptions {
  readonly file: string;
  readonly seal: Seal;
  readonly audit: AuditBook;
  readonly fault: (fault: HeadFault) => void;
  /** True where rows of other processes come here some time after they were committed. */
  readonly isCopy?: boolean;
}

/** How long the rows of a head that is ahead of the copy are waited for. */
const BEHIND_MS = 10_000;
const AGAIN_MS = 250;
/** Commits within this time share one head: each head costs two writes that reach the disk. */
const TOGETHER_MS = 100;

/** Keeps the head of a log that is written by this process, and by others. */
export function headKeeper(options: KeeperOptions): HeadKeeper {
  const { file, seal, audit, fault, isCopy = false } = options;
  let isPlanned = false;
  let isBroken = false;
  let written = -1;
  let behindSince: number | null = null;
  let inBackground = Promise.resolve();

  /** Another process has written the head, and its rows are on their way here. */
  function isBehind(kept: ReturnType<typeof readHead>, count: number): boolean {
    if (!isCopy || typeof kept === 'string' || kept.count <= count) {
      behindSince = null;
      return false;
    }
    behindSince ??= performance.now();
    return performance.now() - behindSince < BEHIND_MS;
  }

  /** The head that has to be written, or null when none may be written. */
  function unwritten(): AuditHead | null {
    isPlanned = false;
    if (isBroken) return null;
    // The order matters: entries that another process adds in between make the log longer than its
    // head, never shorter.
    const kept = readHead(file, seal);
    const head = audit.head();
    if (head.count === written) return null;
    if (isBehind(kept, head.count)) {
      setTimeout(onCommit, AGAIN_MS).unref();
      return null;
    }
    // The first head of a log has none before it.
    const isFirst = kept === 'missing' && !audit.has('audit.head_begun');
    const found = isFirst ? null : compareHead(kept, { ...head, hashAt: audit.hashAt });
    if (found !== null) {
      isBroken = true;
      fault(found);
      return null;
    }
    return head;
  }

  function bodyOf(head: AuditHead): string {
    const sealed = seal.seal(textOf(head), CONTEXT);
    return `${JSON.stringify({ ...head, at: new Date().toISOString(), seal: sealed })}\n`;
  }

  function put(draft: string, { count }: AuditHead): void {
    renameSync(draft, file);
    written = count;
  }

  function flush(): void {
    const head = unwritten();
    if (head === null) return;
    const draft = `${file}.${process.pid}`;
    rmSync(draft, { force: true });
    writeFileSync(draft, bodyOf(head), WHOLE);
    put(draft, head);
  }

  /** The same, and the thread goes on with its requests while the disk writes. */
  async function flushInBackground(): Promise<void> {
    if (!isPlanned) return;
    const head = unwritten();
    if (head === null) return;
    const draft = `${file}.${process.pid}.next`;
    await rm(draft, { force: true });
    await writeFile(draft, bodyOf(head), WHOLE);
    // The end of the bank may have written a later one meanwhile.
    if (head.count > written) put(draft, head);
    else await rm(draft, { force: true });
  }

  function onCommit(): void {
    if (isPlanned || isBroken) return;
    isPlanned = true;
    setTimeout(() => {
      // A full disk: the next commit tries again, and the earlier head still stands.
      inBackground = inBackground.then(flushInBackground).catch(() => {});
    }, TOGETHER_MS).unref();
  }

  return { onCommit, flush };
}

function textOf({ count, hash }: AuditHead): string {
  return `${count} ${hash}`;
}
