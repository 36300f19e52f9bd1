-- Images of documents: what is known of each. The picture lies sealed in the data directory, under
-- the SHA-256 of its sealed bytes. Times in milliseconds since 1970 UTC.
CREATE TABLE kyc_files (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  -- Whose document it is; null: no document names it yet.
  customer_id TEXT REFERENCES customers (id),
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  -- Of the picture before it was sealed.
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  sealed_sha256 TEXT NOT NULL UNIQUE,
  -- Keyed hash of the decoded pixels: the same picture is recognised without its metadata.
  pixel_mac TEXT NOT NULL,
  -- What was found and tells of nobody, as JSON.
  findings TEXT NOT NULL,
  -- Texts of its barcodes, sealed.
  sealed_barcodes TEXT NOT NULL,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- Null: a document names it, and it is kept.
  expires_at INTEGER,
  CHECK ((customer_id IS NULL) = (expires_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX kyc_files_by_tenant ON kyc_files (tenant_id, id);
--> statement-breakpoint
CREATE INDEX kyc_files_by_pixels ON kyc_files (tenant_id, pixel_mac);
--> statement-breakpoint
CREATE INDEX kyc_files_free ON kyc_files (tenant_id, expires_at) WHERE expires_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX kyc_files_due ON kyc_files (expires_at) WHERE expires_at IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER kyc_files_identity BEFORE UPDATE OF id, tenant_id, width, height, bytes,
  sealed_sha256, pixel_mac, findings, sealed_barcodes, actor, created_at
ON kyc_files BEGIN SELECT RAISE(ABORT, 'what was handed in never changes'); END;
--> statement-breakpoint
CREATE TRIGGER kyc_files_taken BEFORE UPDATE ON kyc_files WHEN OLD.customer_id IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a document keeps its file'); END;
--> statement-breakpoint
CREATE TRIGGER kyc_files_no_delete BEFORE DELETE ON kyc_files WHEN OLD.customer_id IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a document keeps its file'); END;
--> statement-breakpoint
-- The machine-readable zone that was sent with a document, sealed.
ALTER TABLE kyc_documents ADD COLUMN sealed_mrz TEXT;
--> statement-breakpoint
-- What was found about the document, each with its reason, as JSON.
ALTER TABLE kyc_documents ADD COLUMN checks TEXT NOT NULL DEFAULT '[]';
--> statement-breakpoint
CREATE TRIGGER kyc_documents_mrz BEFORE UPDATE OF sealed_mrz ON kyc_documents
BEGIN SELECT RAISE(ABORT, 'what was handed in never changes'); END;
--> statement-breakpoint
CREATE INDEX kyc_documents_by_file ON kyc_documents (file_id);
