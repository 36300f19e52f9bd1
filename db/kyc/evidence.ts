// Reads the evidence in the documents of an assessment, which is examined before the policy is
// applied. Sealed texts stay sealed; the caller opens them.

import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { customers } from '../kernel/tables.ts';
import type { FileFindings, ZoneKind } from './files.ts';
import { kycDocuments, kycFiles } from './tables.ts';
import type { KycDocumentRow } from './view.ts';

export interface KycEvidence {
  readonly customer: {
    readonly tenantId: string;
    readonly type: 'individual' | 'business';
    readonly name: string;
    readonly dateOfBirth: string | null;
  };
  readonly documents: readonly (Pick<
    KycDocumentRow,
    'id' | 'type' | 'country' | 'numberMac' | 'expiresOn' | 'sealedMrz'
  > & { readonly image: ImageEvidence | null })[];
  /** The business day of the developer. */
  readonly today: string;
}

interface ImageEvidence {
  /** Sealed texts of the barcodes in the image. */
  readonly sealedBarcodes: string;
  /** Result for the machine-readable zone; undefined when the image was not searched for one. */
  readonly zone: ZoneKind | null | undefined;
  readonly editors: readonly string[];
  /** Ids of other customers of the developer with an image of the same pixels. */
  readonly otherCustomers: readonly string[];
}

/** The most other customers that are listed. */
const MAX_NAMED = 5;

const evidenceOf = prepareOnce(({ raw }: Database) => ({
  customer: raw.prepare<[string], typeof customers.$inferSelect>(
    `SELECT ${columnsOf(customers, 'c')} FROM kyc_assessments a
     JOIN customers c ON c.id = a.customer_id WHERE a.id = ?`,
  ),
  documents: raw.prepare<[string], KycDocumentRow>(
    `SELECT ${columnsOf(kycDocuments)} FROM kyc_documents WHERE assessment_id = ? ORDER BY id`,
  ),
  file: raw.prepare<[string], typeof kycFiles.$inferSelect>(
    `SELECT ${columnsOf(kycFiles)} FROM kyc_files WHERE id = ?`,
  ),
  same: raw
    .prepare<[string, string, string, number], string>(
      `SELECT DISTINCT customer_id FROM kyc_files INDEXED BY kyc_files_by_pixels
       WHERE tenant_id = ? AND pixel_mac = ? AND customer_id <> ? ORDER BY customer_id LIMIT ?`,
    )
    .pluck(),
}));

/** Returns the evidence of an assessment, or null when there is no such assessment. */
export function readKycEvidence(ledger: ReadLedger, assessmentId: string): KycEvidence | null {
  const statements = evidenceOf(ledger.database);
  return ledger.database.read(() => {
    const customer = statements.customer.get(assessmentId);
    if (!customer) return null;
    const documents = statements.documents.all(assessmentId).map((document) => {
      const file = statements.file.get(document.fileId);
      // A name that the client chose may equal the id of another developer's image.
      if (file?.customerId !== customer.id) return { ...document, image: null };
      const { editors, zone } = JSON.parse(file.findings) as FileFindings;
      const otherCustomers = statements.same.all(
        customer.tenantId,
        file.pixelMac,
        customer.id,
        MAX_NAMED,
      );
      const { sealedBarcodes } = file;
      return { ...document, image: { sealedBarcodes, zone, editors, otherCustomers } };
    });
    const today = new Date(ledger.clock(customer.tenantId)).toISOString().slice(0, 10);
    return { customer, documents, today };
  });
}
