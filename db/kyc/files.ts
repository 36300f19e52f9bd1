// Images of documents, under lock: what they are stands here, the sealed picture lies in the data
// directory. One that no document names runs out, so that pictures of people are not kept for ever.

import { Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { mintAt } from '../kernel/mint.ts';
import { developerOfTenant } from '../kernel/tenant.ts';
import type { Tx } from '../kernel/tx.ts';
import { refuseBeyond } from '../storage/room.ts';
import { kycFiles } from './tables.ts';
import { type KycFileRow, type KycFileView, kycFileView } from './view.ts';

/** What was found in a picture and identifies no person. */
export interface FileFindings {
  readonly givenType: string;
  /** Kinds of metadata that the file had, none of which is kept. */
  readonly removed: readonly string[];
  /** Programs that edit or make pictures, where the file named one. */
  readonly editors: readonly string[];
  /** Formats of its barcodes. */
  readonly barcodes: readonly string[];
  /** What was made of its machine-readable zone; left out by images from before the reader. */
  readonly zone?: ZoneKind | null;
}

export type ZoneKind = 'read' | 'broken' | 'unsure';

export interface FileDraft {
  readonly tenantId: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly sealedSha256: string;
  readonly pixelMac: string;
  readonly findings: FileFindings;
  readonly sealedBarcodes: string;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface FileActs {
  /** Writes down a picture that is kept already; `replayed` leaves the new one without a row. */
  keepFile(draft: FileDraft): { readonly replayed: boolean; readonly file: KycFileView };
  /** Forgets one that no document names; answers with the picture to delete once it is so. */
  discardFile(order: { readonly tenantId: string; readonly id: string }): string;
  /** Forgets what no document named in time; answers with the pictures to delete once it is so. */
  pruneFiles(order: { readonly most: number }): readonly string[];
}

interface Deps {
  readonly database: Database;
  readonly keys: KeyBook;
  readonly livemode: boolean;
  readonly now: () => number;
  readonly tx: Tx;
}

const OPERATION = 'POST /v1/ai/kyc-files';
const KEPT_MS = 7 * 86_400_000;
/** Of one developer, that no document names; a reset of the sandbox begins no new count. */
const MOST_FREE = 200;
/** Of one developer in the sandbox in all: its documents are of no real person. */
const MOST_IN_SANDBOX = 1_000;

/** Call its functions inside `database.write` only. */
export function fileWriter({ database: { raw }, keys, livemode, now, tx }: Deps): FileActs {
  const byId = raw.prepare<[string], KycFileRow>(
    `SELECT ${columnsOf(kycFiles)} FROM kyc_files WHERE id = ?`,
  );
  const insert = raw.prepare(`INSERT INTO kyc_files ${insertOf(kycFiles)}`);
  // A developer's tenants are its id and that id with a number behind a dot.
  const own = `(tenant_id = @id OR (tenant_id > @id || '.' AND tenant_id < @id || '/'))`;
  const free = raw
    .prepare<{ id: string }, number>(
      `SELECT count(*) FROM kyc_files WHERE ${own} AND expires_at IS NOT NULL`,
    )
    .pluck();
  const all = raw
    .prepare<{ id: string }, number>(`SELECT count(*) FROM kyc_files WHERE ${own}`)
    .pluck();
  const expired = raw.prepare<[number, number], Pick<KycFileRow, 'id' | 'sealedSha256'>>(
    `SELECT id, sealed_sha256 AS sealedSha256 FROM kyc_files INDEXED BY kyc_files_due
     WHERE expires_at <= ? ORDER BY expires_at LIMIT ?`,
  );
  const drop = raw.prepare('DELETE FROM kyc_files WHERE id = ?');

  function refuseMany(tenantId: string): void {
    const id = developerOfTenant(tenantId);
    if ((free.get({ id }) ?? 0) >= MOST_FREE) throw new Refusal('kyc_file_limit');
    if (livemode || (all.get({ id }) ?? 0) < MOST_IN_SANDBOX) return;
    const detail = `The sandbox keeps ${MOST_IN_SANDBOX} images of a developer, over all resets.`;
    throw new Refusal('kyc_file_limit', { detail });
  }

  return {
    keepFile({ requestHash, cause, findings, ...draft }) {
      const { tenantId } = draft;
      const use = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
      const boundId = keys.find(use, now());
      const bound = boundId === null ? undefined : byId.get(boundId);
      if (bound) return { replayed: true, file: kycFileView(bound, livemode) };
      refuseMany(tenantId);
      refuseBeyond(tx, tenantId, draft.bytes);
      const { id, at } = mintAt('kycFile');
      const kept = { ...draft, findings: JSON.stringify(findings), actor: cause.actor };
      const row = { id, ...kept, customerId: null, createdAt: at, expiresAt: at + KEPT_MS };
      insert.run(row);
      keys.bind(use, id, at);
      return { replayed: false, file: kycFileView(row, livemode) };
    },
    discardFile({ tenantId, id }) {
      const row = byId.get(id);
      if (row?.tenantId !== tenantId) throw new Refusal('kyc_file_not_found');
      if (row.customerId !== null) throw new Refusal('kyc_file_in_use');
      drop.run(id);
      return row.sealedSha256;
    },
    pruneFiles({ most }) {
      const gone = expired.all(now(), most);
      for (const { id } of gone) drop.run(id);
      return gone.map(({ sealedSha256 }) => sealedSha256);
    },
  };
}

/** Gives the pictures that documents name to their customer; a name of the client's own is none. */
export function fileTaker({ raw }: Database) {
  const byId = raw.prepare<[string], Pick<KycFileRow, 'tenantId' | 'customerId'>>(
    'SELECT tenant_id AS tenantId, customer_id AS customerId FROM kyc_files WHERE id = ?',
  );
  const take = raw.prepare('UPDATE kyc_files SET customer_id = ?, expires_at = NULL WHERE id = ?');

  return (
    { tenantId, customerId }: { readonly tenantId: string; readonly customerId: string },
    documents: readonly { readonly fileId: string }[],
  ): void => {
    for (const [index, { fileId }] of documents.entries()) {
      if (!/^file_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(fileId)) continue;
      const found = byId.get(fileId);
      const pointer = `/documents/${index}/fileId`;
      if (found?.tenantId !== tenantId) throw new Refusal('kyc_file_not_found', { pointer });
      if (found.customerId === customerId) continue;
      if (found.customerId !== null) throw new Refusal('kyc_file_in_use', { pointer });
      take.run(customerId, fileId);
    }
  };
}
