// Seals and hashes the stored data of documents: requests write it, assessments read it.

import type { Seal } from '../../db/kernel/seal.ts';
import type { DocumentType } from '../../ledger/decisions/kyc.ts';
import type { Barcode, ImageFindings } from './image.ts';

/** Seal context of a tenant's picture and its texts: opening it for another tenant fails. */
export const pictureContext = (tenantId: string): string => `kyc-file/${tenantId}`;

/** The format of a zone among the texts of an image. */
const ZONE = 'MRZ';

/** Machine-readable texts of an image: its barcodes, and its zone when all of it is clear. */
export function textsOf({ barcodes, zone }: ImageFindings): Barcode[] {
  if (!zone || zone.kind === 'unsure') return [...barcodes];
  return [...barcodes, { format: ZONE, text: zone.lines.join('\n') }];
}

/** The lines of the zone among the texts of an image; null when none was read. */
export function zoneAmong(texts: readonly Barcode[]): string[] | null {
  return texts.find(({ format }) => format === ZONE)?.text.split('\n') ?? null;
}

/** Seal context of a tenant's machine-readable zones. */
export const mrzContext = (tenantId: string): string => `kyc-mrz/${tenantId}`;

/** The keyed hash of the number of a document. */
export function documentMac(
  about: {
    readonly type: DocumentType;
    readonly country: string | null;
    readonly number: string;
    readonly tenantId: string;
  },
  seal: Seal,
): string {
  const { type, country, number, tenantId } = about;
  return seal.fingerprint(
    `${type} ${country ?? ''} ${plainNumber(number)}`,
    `kyc-document/${tenantId}`,
  );
}

/** Letters and digits alone: the same number written otherwise is the same. */
export function plainNumber(number: string): string {
  return number
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}
