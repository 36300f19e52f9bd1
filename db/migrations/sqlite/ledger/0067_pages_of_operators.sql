-- The daily looks of all developers at a version, by day.
CREATE INDEX model_drift_evaluations_by_version ON model_drift_evaluations (version_id, day);
