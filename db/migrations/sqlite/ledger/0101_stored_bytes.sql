-- What a developer keeps is summed with each file that comes.
CREATE INDEX model_scorings_stored ON model_scorings (tenant_id, result_bytes)
  WHERE result_bytes IS NOT NULL AND result_removed_at IS NULL;
--> statement-breakpoint
CREATE INDEX training_datasets_stored ON training_datasets (tenant_id, bytes);
--> statement-breakpoint
CREATE INDEX kyc_files_stored ON kyc_files (tenant_id, bytes);
