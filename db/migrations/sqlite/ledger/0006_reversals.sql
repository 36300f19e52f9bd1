-- 0006_reversals: tables follow with the feature.
SELECT 1;
