// Acts on images of documents. The row describes the image; the sealed picture lies in the data
// directory. An image that no document names expires, so that pictures of people are not kept for
// ever.

import { Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { mintAt } from '../kernel/mint.ts';
import { developerOfTenant } from '../kernel/tenant.ts';
import type { Tx } from '../kernel/tx.ts';
import { refuseBeyond } from '../storage/room.ts';
import { kycFiles } from './tables.ts';
import { type KycFileRow, type KycFileView, kycFileView } from './view.ts';

/** Findings about a picture that identify no person. */
export interface FileFindings {
  readonly givenType: string;
  /** Kinds of metadata that the file had, none of which is kept. */
  readonly removed: readonly string[];
  /** Programs that edit or make pictures, where the file named one. */
  readonly editors: readonly string[];
  /** Formats of its barcodes. */
  readonly barcodes: readonly string[];
  /** Result for its machine-readable zone; omitted when no zone was looked for. */
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

const OPERATION = 'POST /v1/ai/kyc-files';
const KEPT_MS = 7 * 86_400_000;
/**
 * Most images of one developer that no document names; a reset of the sandbox does not restart the
 * count.
 */
const MOST_FREE = 200;
/** Most images of one developer in the sandbox, whose documents belong to no real person. */
const MOST_IN_SANDBOX = 1_000;

const BY_ID = `SELECT ${columnsOf(kycFiles)} FROM kyc_files WHERE id = ?`;
const INSERT = `INSERT INTO kyc_files ${insertOf(kycFiles)}`;
// A developer's tenants are its id and that id with a number behind a dot.
const OWN = `(tenant_id = @id OR (tenant_id > @id || '.' AND tenant_id < @id || '/'))`;
const FREE = `SELECT count(*) FROM kyc_files WHERE ${OWN} AND expires_at IS NOT NULL`;
const ALL = `SELECT count(*) FROM kyc_files WHERE ${OWN}`;
const EXPIRED = `SELECT id, sealed_sha256 AS sealedSha256 FROM kyc_files INDEXED BY kyc_files_due
     WHERE expires_at <= ? ORDER BY expires_at LIMIT ?`;
const TAKE = 'UPDATE kyc_files SET customer_id = ?, expires_at = NULL WHERE id = ?';
const DROP = 'DELETE FROM kyc_files WHERE id = ?';

function refuseMany(tx: Tx, tenantId: string): void {
  const id = developerOfTenant(tenantId);
  if ((tx.value<number>(FREE, { id }) ?? 0) >= MOST_FREE) throw new Refusal('kyc_file_limit');
  if (tx.livemode || (tx.value<number>(ALL, { id }) ?? 0) < MOST_IN_SANDBOX) return;
  const detail = `The sandbox keeps ${MOST_IN_SANDBOX} images of a developer, over all resets.`;
  throw new Refusal('kyc_file_limit', { detail });
}

/** Records a picture that is kept already; `replayed` leaves the new one without a row. */
export const keepKycFile = act(
  'kyc.keep_file',
  (
    tx,
    { requestHash, cause, findings, ...draft }: FileDraft,
  ): { readonly replayed: boolean; readonly file: KycFileView } => {
    const { tenantId } = draft;
    const use = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
    const boundId = tx.keys.find(use, tx.now());
    const bound = boundId === null ? undefined : tx.get<KycFileRow>(BY_ID, boundId);
    if (bound) return { replayed: true, file: kycFileView(bound, tx.livemode) };
    refuseMany(tx, tenantId);
    refuseBeyond(tx, tenantId, draft.bytes);
    const { id, at } = mintAt('kycFile');
    const kept = { ...draft, findings: JSON.stringify(findings), actor: cause.actor };
    const row = { id, ...kept, customerId: null, createdAt: at, expiresAt: at + KEPT_MS };
    tx.run(INSERT, row);
    tx.keys.bind(use, id, at);
    return { replayed: false, file: kycFileView(row, tx.livemode) };
  },
);

/** Deletes the row of an image that no document names; returns the picture to delete after the commit. */
export const discardKycFile = act(
  'kyc.discard_file',
  (tx, { tenantId, id }: { readonly tenantId: string; readonly id: string }): string => {
    const row = tx.get<KycFileRow>(BY_ID, id);
    if (row?.tenantId !== tenantId) throw new Refusal('kyc_file_not_found');
    if (row.customerId !== null) throw new Refusal('kyc_file_in_use');
    tx.run(DROP, id);
    return row.sealedSha256;
  },
);

/**
 * Deletes the rows of images that no document named in time; returns the pictures to delete after
 * the commit.
 */
export const pruneKycFiles = act(
  'kyc.prune_files',
  (tx, { most }: { readonly most: number }): readonly string[] => {
    const gone = tx.all<Pick<KycFileRow, 'id' | 'sealedSha256'>>(EXPIRED, tx.now(), most);
    for (const { id } of gone) tx.run(DROP, id);
    return gone.map(({ sealedSha256 }) => sealedSha256);
  },
);

/** Gives the pictures that documents name to their customer; a name of the client's own is none. */
export function takeFiles(
  tx: Tx,
  { tenantId, customerId }: { readonly tenantId: string; readonly customerId: string },
  documents: readonly { readonly fileId: string }[],
): void {
  for (const [index, { fileId }] of documents.entries()) {
    if (!/^file_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(fileId)) continue;
    const found = tx.get<KycFileRow>(BY_ID, fileId);
    const pointer = `/documents/${index}/fileId`;
    if (found?.tenantId !== tenantId) throw new Refusal('kyc_file_not_found', { pointer });
    if (found.customerId === customerId) continue;
    if (found.customerId !== null) throw new Refusal('kyc_file_in_use', { pointer });
    tx.run(TAKE, customerId, fileId);
  }
}
