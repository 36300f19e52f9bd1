// Monitoring for money laundering: the typologies, and the life cycles of alerts and cases. An
// alert is a suspicion with its evidence; a case collects the alerts of a customer for an operator.

export const TYPOLOGIES = [
  'structuring',
  'rapid_movement',
  'fan_in',
  'fan_out',
  'round_tripping',
  'dormant_reactivation',
  'high_risk_country',
  'mule',
  'sanctions_exposure',
] as const;
export type Typology = (typeof TYPOLOGIES)[number];

/** In order: an alert may skip a status and never goes back. */
export const ALERT_STATUSES = ['open', 'in_review', 'escalated', 'closed'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

export const ALERT_RESOLUTIONS = ['false_positive', 'confirmed', 'sar_filed', 'duplicate'] as const;
export type AlertResolution = (typeof ALERT_RESOLUTIONS)[number];

export const CASE_STATUSES = ['open', 'closed'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

/** A person's decision on a report to the authority; the bank never files one automatically. */
export const SAR_DECISIONS = ['file', 'do_not_file'] as const;
export type SarDecision = (typeof SAR_DECISIONS)[number];

export const AML_LEVELS = ['low', 'medium', 'high', 'critical'] as const;
export type AmlLevel = (typeof AML_LEVELS)[number];

/** Origin of a run: a request, or the daily sweep. */
export const AML_ORIGINS = ['request', 'daily'] as const;
export type AmlOrigin = (typeof AML_ORIGINS)[number];

/**
 * The level of a score, 0 to 100. A typology triggers at 50, so a triggered typology is at least
 * `high`.
 */
export function amlLevelOf(score: number): AmlLevel {
  if (score >= 75) return 'critical';
  if (score >= 50) return 'high';
  return score >= 25 ? 'medium' : 'low';
}

/** True when an alert may go from one status to the other. */
export function canAlertBecome(from: AlertStatus, to: AlertStatus): boolean {
  return ALERT_STATUSES.indexOf(to) > ALERT_STATUSES.indexOf(from);
}

/** The business events of monitoring, part of the catalogue in event.ts. */
export const AML_EVENTS = [
  { type: 'aml.alert.opened', object: 'aml_alert', when: 'A pattern of laundering was found.' },
  {
    type: 'aml.alert.updated',
    object: 'aml_alert',
    when: 'An alert has new evidence or another status.',
  },
  { type: 'aml.alert.closed', object: 'aml_alert', when: 'A person resolved an alert.' },
  {
    type: 'case.created',
    object: 'aml_case',
    when: 'A case was opened for the alerts of a customer.',
  },
  { type: 'case.updated', object: 'aml_case', when: 'An alert or a note was added to a case.' },
  { type: 'case.closed', object: 'aml_case', when: 'A person closed a case with a decision.' },
] as const;
