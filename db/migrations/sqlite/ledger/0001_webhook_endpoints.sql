-- 0001_webhook_endpoints: tables follow with the feature.
SELECT 1;
