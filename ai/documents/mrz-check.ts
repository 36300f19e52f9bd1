// Checks the machine-readable zone of a document: compares the zone that was sent, the zone that
// the bank read in the image, and the request.

import type { ZoneKind } from '../../db/kyc/files.ts';
import type { DocumentCheck } from '../../ledger/decisions/kyc-documents.ts';
import { compareDocument, type DocumentClaims } from './compare.ts';
import type { MrzReading } from './read-mrz.ts';

export interface Mrz {
  /** Null when none was sent. */
  readonly sent: MrzReading | null;
  /** Null when none was read in the image. */
  readonly fromImage: MrzReading | null;
  /** Result of reading the image; undefined when it was not examined. */
  readonly zone: ZoneKind | null | undefined;
  readonly hasImage: boolean;
  /** False when the zone that was sent differs from the image. */
  readonly isSame: boolean;
}

const name = 'mrz';

/** Compares the available zones. An unreadable zone is not evidence against the document. */
export function checkMrz(mrz: Mrz, claims: DocumentClaims, today: string): DocumentCheck {
  const { sent, fromImage, isSame } = mrz;
  if (sent && sent.flaws.length > 0) {
    return { name, result: 'fail', detail: `The zone does not hold: ${sent.flaws.join('; ')}.` };
  }
  if (!isSame) {
    const detail = 'The zone that was sent is not the one that the bank read in the image.';
    return { name, result: 'review', detail };
  }
  if (sent) {
    const also = fromImage ? ', the image shows the same' : '';
    const label = `The zone (${sent.format}) was read and its check digits hold${also}`;
    return compareDocument(name, { label, stated: sent.stated }, claims, today);
  }
  return checkZoneInImage(mrz, claims, today);
}

function checkZoneInImage(
  { fromImage, zone, hasImage }: Mrz,
  claims: DocumentClaims,
  today: string,
): DocumentCheck {
  if (!fromImage) return { name, result: 'not_run', detail: describeUnread(zone, hasImage) };
  // The bank may have misread it: an operator checks it before a customer is refused.
  if (zone === 'broken' || fromImage.flaws.length > 0) {
    const flaws = fromImage.flaws.length > 0 ? ` (${fromImage.flaws.join('; ')})` : '';
    const detail = `The zone was read in the image, and it does not hold as read${flaws}.`;
    return { name, result: 'review', detail };
  }
  const label = `The zone (${fromImage.format}) was read in the image and its check digits hold`;
  return compareDocument(name, { label, stated: fromImage.stated }, claims, today);
}

function describeUnread(zone: Mrz['zone'], hasImage: boolean): string {
  const noZone = 'No machine-readable zone was sent with the document';
  if (!hasImage) return `${noZone}, and the bank has no image of it.`;
  if (zone === undefined) return `${noZone}, and its image is older than the reader of zones.`;
  if (zone === 'unsure')
    return `${noZone}, and the one in the image cannot be read with certainty.`;
  return `${noZone}, and none was found in the image.`;
}
