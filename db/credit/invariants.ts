// The invariants of credit decisions; part of db/invariants.ts.

export const CREDIT_RULES = [
  {
    name: 'credit_denied_with_reasons',
    guarantee:
      'A denied credit, or one approved for less than the requested amount, has one to four ' +
      'reasons.',
    sql: `SELECT d.id, d.decision, d.reasons FROM credit_decisions d
          JOIN credit_assessments a ON a.id = d.assessment_id
          WHERE (d.decision = 'denied' OR (d.decision = 'approved'
            AND d.approved_amount < a.amount))
          AND json_array_length(d.reasons) NOT BETWEEN 1 AND 4`,
  },
  {
    name: 'credit_has_its_decisions',
    guarantee:
      'Each assessment has a decision by the engine; a second decision is by a person who ' +
      'did not request it.',
    sql: `SELECT a.id, d.number FROM credit_assessments a
          LEFT JOIN credit_decisions d ON d.assessment_id = a.id AND d.number = 1
          WHERE d.id IS NULL OR d.tenant_id <> a.tenant_id
          UNION ALL SELECT d.assessment_id, d.number FROM credit_decisions d
          LEFT JOIN credit_assessments a ON a.id = d.assessment_id
          LEFT JOIN credit_decisions f ON f.assessment_id = d.assessment_id AND f.number = 1
          WHERE a.id IS NULL OR d.approved_amount > a.amount
          OR (d.number = 2 AND (f.decision <> 'manual_review' OR d.actor IN (a.actor, f.actor)))`,
  },
  {
    name: 'credit_within_the_floor',
    guarantee:
      'Every application that the engine approved in full passed every written rule of the ' +
      'floor.',
    sql: `SELECT a.id FROM credit_assessments a JOIN credit_decisions d ON d.assessment_id = a.id
          WHERE d.number = 1 AND d.decision = 'approved' AND d.approved_amount = a.amount
          AND (a.probability IS NULL OR json_extract(a.findings, '$.floorPassed') <> 1)`,
  },
  {
    name: 'credit_outcome_of_a_loan',
    guarantee:
      'Only approved credits have outcomes, recorded by their developer, and each outcome ' +
      'has an event.',
    sql: `SELECT o.assessment_id, o.number FROM credit_outcomes o
          WHERE NOT EXISTS (SELECT 1 FROM credit_decisions d WHERE d.assessment_id = o.assessment_id
            AND d.tenant_id = o.tenant_id AND d.decision = 'approved'
            AND coalesce(o.loss_amount, 0) <= d.approved_amount)
          UNION ALL SELECT o.assessment_id, o.number FROM credit_outcomes o
          WHERE (o.assessment_id, o.number + (SELECT count(*) FROM credit_decisions d
              WHERE d.assessment_id = o.assessment_id), 'credit.outcome.recorded') NOT IN (
            SELECT object_id, object_version, type FROM events)`,
  },
  {
    name: 'credit_has_events',
    guarantee: 'Each credit decision has an event.',
    sql: `SELECT d.assessment_id, d.number, d.decision FROM credit_decisions d
          JOIN credit_assessments a ON a.id = d.assessment_id
          WHERE (d.assessment_id, d.number, 'credit.decision.' || CASE
              WHEN d.decision = 'approved' AND d.approved_amount < a.amount THEN 'counter_offer'
              ELSE d.decision END) NOT IN (
            SELECT object_id, object_version, type FROM events)`,
  },
] as const;
