-- 0008_schedules: tables follow with the feature.
SELECT 1;
