// Data sets that are kept because a version trained on them is in use: neither archived nor
// expired. After three years they are deleted in any case, because data about people must not be
// kept forever.

import { DAY_MS } from '../../ledger/durations.ts';

/** The longest time between two validations. */
export const KEPT_AT_MAX_MS = 1_096 * DAY_MS;

/** A condition on `training_datasets d`; `@now` is bound. */
export const IS_KEPT = `(d.created_at > @now - ${KEPT_AT_MAX_MS} AND EXISTS (
  SELECT 1 FROM training_jobs j INDEXED BY training_jobs_by_dataset
  JOIN model_versions v ON v.id = j.version_id
  WHERE j.tenant_id = d.tenant_id AND j.dataset_sha256 = d.sha256
    AND j.version_id IS NOT NULL AND v.stage <> 'archived'
    AND (v.expires_at IS NULL OR v.expires_at > @now)))`;
