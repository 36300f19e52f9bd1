// Makes answers in the formats of the rate providers, for tests.

const ECB = { USD: '1.1172', JPY: '175.68', GBP: '0.8338', CHF: '0.9194', SEK: '10.978' };
const OPEN_RATES = { AED: 3.6725, EUR: 0.8951, GBP: 0.7463, JPY: 157.25, KWD: 0.3071, SEK: 9.8264 };

/** Returns the ECB's eurofxref-daily.xml with some rates replaced or added. */
export function formatEcbXml(rates: Record<string, string>, day = '2026-10-30'): string {
  const cubes = Object.entries({ ...ECB, ...rates })
    .map(([code, rate]) => `\t\t\t<Cube currency='${code}' rate='${rate}'/>`)
    .join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" \
xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${day}'>
${cubes}
\t\t</Cube>
\t</Cube>
</gesmes:Envelope>
`;
}

/** Returns latest.json with the base USD of 2026-10-23, and with some rates replaced or added. */
export function formatOpenRatesJson(rates: Record<string, number>, timestamp = 1792767600): string {
  return JSON.stringify({
    disclaimer: 'Usage subject to terms',
    license: 'https://example.com/license',
    timestamp,
    base: 'USD',
    rates: { ...OPEN_RATES, ...rates },
  });
}
