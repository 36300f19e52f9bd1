// Examines the files of an assessment's documents: machine-readable zones, barcodes, and computable
// signs of tampering. A check without any file is `not_run`.

import type { Seal } from '../../db/kernel/seal.ts';
import type { KycSubject } from '../../db/kyc/acts.ts';
import type { KycEvidence } from '../../db/kyc/evidence.ts';
import type { DocumentCheck, DocumentReading } from '../../ledger/decisions/kyc-documents.ts';
import { compareDocument, type DocumentClaims, type DocumentStated } from './compare.ts';
import type { Barcode } from './image.ts';
import { checkMrz, type Mrz } from './mrz-check.ts';
import { readBarcode } from './read-barcode.ts';
import { type MrzReading, readMrz } from './read-mrz.ts';
import { findZone, hashDocumentNumber, mrzContext, pictureContext } from './sealing.ts';

interface ReadableData {
  readonly mrz: Mrz;
  /** Null when there is no barcode of an identity document. */
  readonly barcode: DocumentStated | null;
}

/** Findings on each document, by its id. */
export function examineDocuments(
  { documents, customer, today }: KycEvidence,
  subject: KycSubject,
  seal: Seal,
): Record<string, DocumentReading> {
  const readings = documents.map((document) => {
    const { tenantId } = customer;
    const texts = document.image
      ? (JSON.parse(
          seal.open(document.image.sealedBarcodes, pictureContext(tenantId)),
        ) as Barcode[])
      : [];
    const lines = document.sealedMrz && seal.open(document.sealedMrz, mrzContext(tenantId));
    const inImage = findZone(texts);
    const claims = collectClaims(document, { customer, subject }, seal);
    const bornOn = claims.dateOfBirth;
    const read = {
      mrz: {
        sent: lines ? readMrz(JSON.parse(lines) as string[], today, bornOn) : null,
        fromImage: inImage && readMrz(inImage, today, bornOn),
        zone: document.image?.zone,
        hasImage: document.image !== null,
        isSame: !lines || !inImage || lines === JSON.stringify(inImage),
      },
      barcode: readBarcode(texts),
    };
    const checks = [
      checkMrz(read.mrz, claims, today),
      checkBarcode(read, { claims, document, today }),
      checkTampering(read, document),
    ];
    const born = chooseZone(read)?.stated.dateOfBirth ?? read.barcode?.dateOfBirth ?? null;
    return [document.id, { checks, bornOn: born }] as const;
  });
  return Object.fromEntries(readings);
}

type Evidence = KycEvidence['documents'][number];

function collectClaims(
  { type, country, numberMac, expiresOn }: Evidence,
  { customer, subject }: { customer: KycEvidence['customer']; subject: KycSubject },
  seal: Seal,
): DocumentClaims {
  const { identity } = subject;
  // The documents of a business may be those of any of its owners.
  const people = identity ? [identity] : (subject.business?.owners ?? []);
  const ownNames = customer.type === 'individual' ? [customer.name] : [];
  const isOnePerson = people.length <= 1;
  return {
    type,
    country,
    expiresOn,
    isOfOnePerson: isOnePerson,
    names: [...ownNames, ...people.flatMap(({ name, aliases }) => [name, ...aliases])],
    dateOfBirth: isOnePerson ? (people[0]?.dateOfBirth ?? customer.dateOfBirth) : null,
    nationality: isOnePerson ? (people[0]?.nationality ?? null) : null,
    matchesNumber: (number) =>
      numberMac === null
        ? null
        : hashDocumentNumber({ type, country, number, tenantId: customer.tenantId }, seal) ===
          numberMac,
  };
}

/**
 * Returns the zone to compare: the one that was sent, otherwise the one that was read with
 * certainty.
 */
function chooseZone({ mrz: { sent, fromImage, zone } }: ReadableData): MrzReading | null {
  return sent ?? (zone === 'read' ? fromImage : null);
}

function checkBarcode(
  { barcode }: ReadableData,
  subject: { readonly claims: DocumentClaims; readonly document: Evidence; readonly today: string },
): DocumentCheck {
  const name = 'barcode';
  const { claims, document, today } = subject;
  if (!document.image) {
    return { name, result: 'not_run', detail: 'The bank has no image of the document.' };
  }
  if (!barcode) {
    const detail = 'The image shows no barcode that states who the document is about.';
    return { name, result: 'not_run', detail };
  }
  return compareDocument(name, { label: 'The barcode was read', stated: barcode }, claims, today);
}

/** Signs of tampering that need no judgement of pixels. */
function checkTampering(read: ReadableData, { image }: Evidence): DocumentCheck {
  const name = 'tampering';
  const { barcode } = read;
  const mrz = chooseZone(read);
  if (!image && !mrz) {
    return { name, result: 'not_run', detail: 'There is nothing to look at.' };
  }
  const sourcesDisagree = mrz !== null && barcode !== null && doDisagree(mrz.stated, barcode);
  const signs = [
    ...(mrz && mrz.flaws.length > 0 ? ['the machine-readable zone does not hold'] : []),
    ...(read.mrz.zone === 'broken' ? ['check digits in the image do not hold'] : []),
    ...(read.mrz.isSame ? [] : ['the zone that was sent is not the one in the image']),
    ...(sourcesDisagree
      ? ['the machine-readable zone and the barcode state different things']
      : []),
    ...(image?.editors ?? []).map((editor) => `the file names ${editor}`),
    ...(image && image.otherCustomers.length > 0
      ? [`the same picture belongs to ${image.otherCustomers.join(', ')}`]
      : []),
  ];
  if (signs.length > 0) return { name, result: 'review', detail: `Signs: ${signs.join('; ')}.` };
  const checks = [
    ...(mrz ? ['check digits'] : []),
    ...(mrz && barcode ? ['zone against barcode'] : []),
    ...(image ? ['programs named in the file', 'the same picture of other customers'] : []),
  ];
  const detail = `No sign in: ${checks.join(', ')}. The picture itself was not judged.`;
  return { name, result: 'pass', detail };
}

function doDisagree(a: DocumentStated, other: DocumentStated): boolean {
  const fields = ['dateOfBirth', 'expiresOn', 'country'] as const;
  return fields.some((field) => {
    return a[field] !== null && other[field] !== null && a[field] !== other[field];
  });
}
