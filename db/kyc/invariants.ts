// Invariants of identity assessments; part of db/invariants.ts.

export const KYC_RULES = [
  {
    name: 'kyc_one_open',
    guarantee:
      "A customer has at most one open KYC assessment, and it belongs to the customer's " +
      'developer.',
    sql: `SELECT customer_id, count(*) AS open FROM kyc_assessments WHERE status = 'pending'
          GROUP BY customer_id HAVING open > 1
          UNION ALL SELECT a.id, 0 FROM kyc_assessments a LEFT JOIN customers c
          ON c.id = a.customer_id WHERE c.id IS NULL OR c.tenant_id <> a.tenant_id`,
  },
  {
    name: 'kyc_agrees',
    guarantee: 'A customer has an open assessment exactly while the identity is being checked.',
    sql: `SELECT c.id, c.kyc_status FROM customers c WHERE c.kyc_status = 'pending'
          AND NOT EXISTS (SELECT 1 FROM kyc_assessments a
            WHERE a.customer_id = c.id AND a.status = 'pending')
          UNION ALL SELECT a.id, c.kyc_status FROM kyc_assessments a
          JOIN customers c ON c.id = a.customer_id
          WHERE a.status = 'pending' AND c.kyc_status IN ('unverified', 'denied')
          UNION ALL SELECT a.id, c.kyc_status FROM kyc_assessments a
          JOIN customers c ON c.id = a.customer_id
          WHERE a.decision = 'reject' AND c.kyc_status <> 'denied'`,
  },
  {
    name: 'kyc_has_findings',
    guarantee:
      'Every assessment that the rules approved has a low or medium risk, its checks and all ' +
      'required documents.',
    sql: `SELECT a.id FROM kyc_assessments a
          WHERE a.decision = 'approve' AND a.decided_by = 'workflow'
          AND (a.risk_level IS NULL OR a.risk_level NOT IN ('low', 'medium')
            OR json_array_length(a.findings, '$.checks') <> 8
            OR EXISTS (SELECT 1 FROM json_each(a.findings, '$.requiredDocuments')
              WHERE value ->> 'status' <> 'received'))`,
  },
  {
    name: 'kyc_has_events',
    guarantee: 'Each completed assessment has an event.',
    sql: `SELECT a.id, a.status FROM kyc_assessments a WHERE a.status <> 'pending'
          AND (a.id, a.version, 'kyc.assessment.' || a.status) NOT IN (
            SELECT object_id, object_version, type FROM events)`,
  },
] as const;
