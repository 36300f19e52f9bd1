// Acts on images of documents. The row describes the image; the sealed picture is a file in the
// data directory. An image that no document refers to expires, so that pictures of people are not
// kept forever.

import { Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { mintAt } from '../kernel/mint.ts';
import { developerOfTenant } from '../kernel/tenant.ts';
import type { Tx } from '../kernel/tx.ts';
import { requireStorageQuota } from '../storage/usage.ts';
import { kycFiles } from './tables.ts';
import { type KycFileRow, type KycFileView, kycFileView } from './view.ts';

/** Findings about a picture that identify no person. */
export interface FileFindings {
  readonly givenType: string;
  /** Kinds of metadata that were removed from the file. */
  readonly removed: readonly string[];
  /** Names of programs for editing or generating pictures that the file contained. */
  readonly editors: readonly string[];
  /** Formats of the barcodes in the picture. */
  readonly barcodes: readonly string[];
  /** Result for the machine-readable zone; omitted when the picture was not searched for one. */
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
 * Maximum number of images of one developer that no document refers to. A reset of the sandbox does
 * not restart the count.
 */
const MAX_FREE = 200;
/** Maximum number of images of one developer in the sandbox. */
const MAX_IN_SANDBOX = 1_000;

const BY_ID = `SELECT ${columnsOf(kycFiles)} FROM kyc_files WHERE id = ?`;
const INSERT = `INSERT INTO kyc_files ${insertOf(kycFiles)}`;
// A developer's tenants are its id, and its id followed by a dot and a number.
const IS_OF_DEVELOPER = `(tenant_id = @id OR (tenant_id > @id || '.' AND tenant_id < @id || '/'))`;
const COUNT_UNASSIGNED = `SELECT count(*) FROM kyc_files WHERE ${IS_OF_DEVELOPER} AND expires_at IS NOT NULL`;
const COUNT_FILES = `SELECT count(*) FROM kyc_files WHERE ${IS_OF_DEVELOPER}`;
const EXPIRED_FILES = `SELECT id, sealed_sha256 AS sealedSha256 FROM kyc_files INDEXED BY kyc_files_due
     WHERE expires_at <= ? ORDER BY expires_at LIMIT ?`;
const ASSIGN_FILE = 'UPDATE kyc_files SET customer_id = ?, expires_at = NULL WHERE id = ?';
const DELETE_FILE = 'DELETE FROM kyc_files WHERE id = ?';

function refuseExcessImages(tx: Tx, tenantId: string): void {
  const id = developerOfTenant(tenantId);
  if ((tx.value<number>(COUNT_UNASSIGNED, { id }) ?? 0) >= MAX_FREE)
    throw new Refusal('kyc_file_limit');
  if (tx.livemode || (tx.value<number>(COUNT_FILES, { id }) ?? 0) < MAX_IN_SANDBOX) return;
  const detail = `The sandbox keeps ${MAX_IN_SANDBOX} images of a developer, over all resets.`;
  throw new Refusal('kyc_file_limit', { detail });
}

/** Records a stored picture. When the request is `replayed`, the new picture gets no row. */
export const keepKycFile = act(
  'kyc.keep_file',
  (
    tx,
    { requestHash, cause, findings, ...draft }: FileDraft,
  ): { readonly replayed: boolean; readonly file: KycFileView } => {
    const { tenantId } = draft;
    const keyUse = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
    const boundId = tx.keys.find(keyUse, tx.now());
    const boundFile = boundId === null ? undefined : tx.get<KycFileRow>(BY_ID, boundId);
    if (boundFile) return { replayed: true, file: kycFileView(boundFile, tx.livemode) };
    refuseExcessImages(tx, tenantId);
    requireStorageQuota(tx, tenantId, draft.bytes);
    const { id, at } = mintAt('kycFile');
    const fileRow = { ...draft, findings: JSON.stringify(findings), actor: cause.actor };
    const row = { id, ...fileRow, customerId: null, createdAt: at, expiresAt: at + KEPT_MS };
    tx.run(INSERT, row);
    tx.keys.bind(keyUse, id, at);
    return { replayed: false, file: kycFileView(row, tx.livemode) };
  },
);

/**
 * Deletes the row of an image. Returns the picture to delete after the commit.
 * @throws Refusal when a document refers to the image
 */
export const discardKycFile = act(
  'kyc.discard_file',
  (tx, { tenantId, id }: { readonly tenantId: string; readonly id: string }): string => {
    const row = tx.get<KycFileRow>(BY_ID, id);
    if (row?.tenantId !== tenantId) throw new Refusal('kyc_file_not_found');
    if (row.customerId !== null) throw new Refusal('kyc_file_in_use');
    tx.run(DELETE_FILE, id);
    return row.sealedSha256;
  },
);

/**
 * Deletes the rows of expired images that no document refers to. Returns the pictures to delete
 * after the commit.
 */
export const pruneKycFiles = act(
  'kyc.prune_files',
  (tx, { limit }: { readonly limit: number }): readonly string[] => {
    const expired = tx.all<Pick<KycFileRow, 'id' | 'sealedSha256'>>(EXPIRED_FILES, tx.now(), limit);
    for (const { id } of expired) tx.run(DELETE_FILE, id);
    return expired.map(({ sealedSha256 }) => sealedSha256);
  },
);

/**
 * Assigns the images of documents to their customer. Names that the client chose are ignored.
 * @throws Refusal when an image does not exist or belongs to another customer
 */
export function claimFiles(
  tx: Tx,
  { tenantId, customerId }: { readonly tenantId: string; readonly customerId: string },
  documents: readonly { readonly fileId: string }[],
): void {
  for (const [index, { fileId }] of documents.entries()) {
    if (!/^file_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(fileId)) continue;
    const file = tx.get<KycFileRow>(BY_ID, fileId);
    const pointer = `/documents/${index}/fileId`;
    if (file?.tenantId !== tenantId) throw new Refusal('kyc_file_not_found', { pointer });
    if (file.customerId === customerId) continue;
    if (file.customerId !== null) throw new Refusal('kyc_file_in_use', { pointer });
    tx.run(ASSIGN_FILE, customerId, fileId);
  }
}
