-- 0005_contracts: tables follow with the feature.
SELECT 1;
