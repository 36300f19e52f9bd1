-- 0007_exchange: tables follow with the feature.
SELECT 1;
