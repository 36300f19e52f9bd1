// Seals and hashes the stored data of documents: requests write it, assessments read it.

import type { Seal } from '../../db/kernel/seal.ts';
import type { DocumentType } from '../../ledger/decisions/kyc.ts';
import type { Barcode, ImageFindings } from './image.ts';

/**
 * Returns the seal context of a tenant's picture and its texts, so that another tenant cannot open
 * them.
 */
export const pictureContext = (tenantId: string): string => `kyc-file/${tenantId}`;

/** The format of a zone among the texts of an image. */
const ZONE = 'MRZ';

/**
 * Returns the machine-readable texts of an image: its barcodes, and its zone when every character
 * is certain.
 */
export function listTexts({ barcodes, zone }: ImageFindings): Barcode[] {
  if (!zone || zone.kind === 'unsure') return [...barcodes];
  return [...barcodes, { format: ZONE, text: zone.lines.join('\n') }];
}

/** Returns the lines of the zone among the texts of an image; null when none was read. */
export function findZone(texts: readonly Barcode[]): string[] | null {
  return texts.find(({ format }) => format === ZONE)?.text.split('\n') ?? null;
}

/** Seal context of a tenant's machine-readable zones. */
export const mrzContext = (tenantId: string): string => `kyc-mrz/${tenantId}`;

/** The keyed hash of the number of a document. */
export function hashDocumentNumber(
  document: {
    readonly type: DocumentType;
    readonly country: string | null;
    readonly number: string;
    readonly tenantId: string;
  },
  seal: Seal,
): string {
  const { type, country, number, tenantId } = document;
  return seal.fingerprint(
    `${type} ${country ?? ''} ${normaliseNumber(number)}`,
    `kyc-document/${tenantId}`,
  );
}

/** Keeps only letters and digits, so that notations of the same number are equal. */
export function normaliseNumber(number: string): string {
  return number
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}
