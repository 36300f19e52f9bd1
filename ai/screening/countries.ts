// Converts the names of countries in the lists to two-letter codes.

const COUNTRY_NAMES: Readonly<Record<string, string>> = {
  burma: 'MM',
  'burma/myanmar': 'MM',
  'congo, democratic republic of the': 'CD',
  'democratic republic of the congo': 'CD',
  'congo, republic of the': 'CG',
  'korea, north': 'KP',
  "democratic people's republic of korea": 'KP',
  'korea, south': 'KR',
  'republic of korea': 'KR',
  'islamic republic of iran': 'IR',
  'iran (islamic republic of)': 'IR',
  'russian federation': 'RU',
  'syrian arab republic': 'SY',
  'the gambia': 'GM',
  'bahamas, the': 'BS',
  "cote d'ivoire": 'CI',
  'united republic of tanzania': 'TZ',
  'united states of america': 'US',
  'united kingdom of great britain and northern ireland': 'GB',
  'west bank': 'PS',
  gaza: 'PS',
  'palestinian authority': 'PS',
  palestinian: 'PS',
  'state of palestine': 'PS',
  turkey: 'TR',
  'hong kong': 'HK',
  macau: 'MO',
  'cabo verde': 'CV',
  'czech republic': 'CZ',
  'bosnia and herzegovina': 'BA',
  'trinidad and tobago': 'TT',
  'viet nam': 'VN',
  'republic of south sudan': 'SS',
};

const CODES: ReadonlyMap<string, string> = (() => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const codes = new Map(Object.entries(COUNTRY_NAMES));
  for (let a = 65; a <= 90; a += 1) {
    for (let b = 65; b <= 90; b += 1) {
      const code = String.fromCharCode(a, b);
      const name = names.of(code);
      const key = name?.toLowerCase();
      // Codes of former countries have the name of their successor.
      const isInUse = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
      if (key && isInUse && name !== code && !codes.has(key)) codes.set(key, code);
    }
  }
  return codes;
})();

/** The two letters of a country, or null when the text names none that is known. */
export function countryCode(name: string): string | null {
  const text = name.trim().toLowerCase().replaceAll('’', "'");
  return CODES.get(text) ?? CODES.get(text.replace(/^the /, '')) ?? null;
}
