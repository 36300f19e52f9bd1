-- 0003_checkpoints: tables follow with the feature.
SELECT 1;
