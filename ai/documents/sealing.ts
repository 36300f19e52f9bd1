// How what is kept of documents is sealed and hashed: requests write it, assessments read it.

import type { Seal } from '../../db/kernel/seal.ts';
import type { DocumentType } from '../../ledger/decisions/kyc.ts';
import type { Barcode, ImageFindings } from './image.ts';

/** What the picture of a tenant, and what it states, belongs to: opened for another, it fails. */
export const pictureContext = (tenantId: string): string => `kyc-file/${tenantId}`;

/** The format of a zone among the texts of an image. */
const ZONE = 'MRZ';

/** What machines read in an image: its barcodes, and its zone where all of it is clear. */
export function textsOf({ barcodes, zone }: ImageFindings): Barcode[] {
  if (!zone || zone.kind === 'unsure') return [...barcodes];
  return [...barcodes, { format: ZONE, text: zone.lines.join('\n') }];
}

/** The lines of the zone among the texts of an image; null: none was read. */
export function zoneAmong(texts: readonly Barcode[]): string[] | null {
  return texts.find(({ format }) => format === ZONE)?.text.split('\n') ?? null;
}

/** What the machine-readable zones of a tenant belong to. */
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
