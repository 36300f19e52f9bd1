-- 0002_webhook_deliveries: tables follow with the feature.
SELECT 1;
