// The countries that the Financial Action Task Force (FATF) listed on the day `asOf`. A new
// statement of the FATF needs a change of this file and new versions of the rules that use it.

/** Countries by ISO 3166-1 alpha-2. */
export const FATF = {
  source: 'FATF, High-Risk Jurisdictions subject to a Call for Action; Increased Monitoring',
  url: 'https://www.fatf-gafi.org/en/topics/high-risk-and-other-monitored-jurisdictions.html',
  asOf: '2025-10-24',
  callForAction: ['IR', 'KP', 'MM'],
  increasedMonitoring: [
    ...['AO', 'BG', 'BO', 'CD', 'CI', 'CM', 'DZ', 'HT', 'KE', 'LA'],
    ...['LB', 'MC', 'NA', 'NP', 'SS', 'SY', 'VE', 'VG', 'VN', 'YE'],
  ],
} as const;
