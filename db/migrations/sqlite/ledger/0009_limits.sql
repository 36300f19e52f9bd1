-- 0009_limits: tables follow with the feature.
SELECT 1;
