-- The day that the document states as its own: a proof of address is of use for some months.
ALTER TABLE kyc_documents ADD COLUMN issued_on TEXT;
--> statement-breakpoint
CREATE TRIGGER kyc_documents_issued BEFORE UPDATE OF issued_on ON kyc_documents
BEGIN SELECT RAISE(ABORT, 'what was handed in never changes'); END;
