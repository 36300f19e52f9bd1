-- 0004_anchors: tables follow with the feature.
SELECT 1;
